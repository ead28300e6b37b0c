// Package direct scans the integers of rows as they are. database/sql would convert
// them to text and back.
package direct

import (
	"database/sql"
	"errors"
)

// Integers replaces the integers among the destinations of a row by destinations that
// scan into the same variables faster.
func Integers(dest []any) []any {
	for i := range dest {
		if number, ok := dest[i].(*int); ok {
			dest[i] = (*integer)(number)
		}
	}
	return dest
}

type integer int

// Scan implements sql.Scanner.
func (n *integer) Scan(column any) error {
	if number, ok := column.(int64); ok && int64(int(number)) == number {
		*n = integer(number)
		return nil
	}
	var other sql.Null[int] // sums of PostgreSQL are decimals
	if err := other.Scan(column); err != nil {
		return err
	}
	if !other.Valid {
		return errors.New("a number is null")
	}
	*n = integer(other.V)
	return nil
}
