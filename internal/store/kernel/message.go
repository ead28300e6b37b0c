package kernel

import (
	"database/sql"
	"fmt"

	"sonora/internal/music"
)

// IntoMessage scans a column with the output of music.Message.Encode.
func IntoMessage(m *music.Message) sql.Scanner { return messageColumn{m} }

type messageColumn struct{ m *music.Message }

// Scan implements sql.Scanner.
func (c messageColumn) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("a message is stored as %T", column)
	}
	*c.m = music.DecodeMessage(text)
	return nil
}
