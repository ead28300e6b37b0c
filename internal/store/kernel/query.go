package kernel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Marks returns n question marks, separated by commas.
func Marks(n int) string { return strings.Repeat("?, ", n-1) + "?" }

// TextList is a column with a JSON array of texts.
type TextList struct{ Texts []string }

// Scan implements sql.Scanner.
func (l *TextList) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("a list of texts is stored as %T", column)
	}
	l.Texts = []string{}
	return json.Unmarshal([]byte(text), &l.Texts)
}

// PersonName is the displayed name of the account a.
const PersonName = "trim(a.first_name || ' ' || a.last_name)"

// AccountSeq is the seq of the account with an ID.
const AccountSeq = "(select seq from account where account.id = ?)"

// InOrder sorts items by the order of their keys.
func InOrder[T any, K comparable](items []T, order []K, key func(T) K) []T {
	place := make(map[K]int, len(order))
	for i, k := range order {
		place[k] = i
	}
	slices.SortFunc(items, func(a, b T) int { return cmp.Compare(place[key(a)], place[key(b)]) })
	return items
}

// Query builds a statement with a ? for each value, and its values in order.
type Query struct {
	Text strings.Builder
	Args []any
}

// Add appends SQL text and the values of its question marks.
func (q *Query) Add(text string, args ...any) *Query {
	q.Text.WriteString(text)
	q.Args = append(q.Args, args...)
	return q
}

// Append appends another query.
func (q *Query) Append(other *Query) *Query { return q.Add(other.Text.String(), other.Args...) }

// Array returns the JSON array for the dialect's Ints and Texts.
func Array[T int64 | uint64 | string](values []T) string {
	if values == nil {
		return "[]" // not null, which PostgreSQL does not accept as a list
	}
	if texts, ok := any(values).([]string); ok && slices.ContainsFunc(texts, HasNUL) {
		return Array(slices.DeleteFunc(slices.Clone(texts), HasNUL)) // no name contains NUL, and PostgreSQL rejects it
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(err) // numbers and strings can always be marshalled
	}
	return string(b)
}

// HasNUL reports whether a text contains NUL, which no text column stores.
func HasNUL(text string) bool { return strings.ContainsRune(text, 0) }
