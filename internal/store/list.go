package store

import (
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// normal brings texts into one form of Unicode before they are checked, so
// that a letter counts once however it is written.
func normal(texts ...*string) {
	for _, text := range texts {
		*text = norm.NFC.String(*text)
	}
}

// marks are n question marks.
func marks(n int) string { return strings.Repeat("?, ", n-1) + "?" }

// textList is a column that holds a JSON array of texts.
type textList struct{ texts []string }

// Scan implements sql.Scanner.
func (l *textList) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("a list of texts is stored as %T", column)
	}
	l.texts = []string{}
	return json.Unmarshal([]byte(text), &l.texts)
}
