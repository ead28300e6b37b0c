package music

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Message is a sentence for people. ID is its English text, a format string for
// Args, and the key under which package words finds translations. Without Args,
// ID is the literal text.
//
// An argument is a string, a number, a time.Time, or another Message. Pass a
// number that is a name (a port, a year) as a string, so that no language
// groups its digits.
type Message struct {
	Code string // identifies the sentence for programs; "" if none needs it
	ID   string
	Args []any
}

// Say returns a Message.
func Say(id string, args ...any) Message { return Message{ID: id, Args: args} }

// Coded returns a Message with a code that programs recognise.
func Coded(code, id string, args ...any) Message { return Message{code, id, args} }

// Verbatim returns a Message whose text is the same in every language, such as
// a name or the response of another server.
func Verbatim(text string) Message {
	if text == "" {
		return Message{}
	}
	return Message{ID: "%s", Args: []any{text}}
}

// IsZero reports whether the message is empty.
func (m Message) IsZero() bool { return m.ID == "" }

// Because returns the text of an error for logs: the sentence in English without its
// full stop, and its cause, if any.
func (m Message) Because(cause error) string {
	if cause == nil {
		return m.String()
	}
	return strings.TrimSuffix(m.String(), ".") + ": " + cause.Error()
}

// String returns the sentence in English, for logs.
func (m Message) String() string {
	if len(m.Args) == 0 {
		return m.ID
	}
	args := make([]any, len(m.Args))
	for i, a := range m.Args {
		if at, ok := a.(time.Time); ok {
			a = at.Format("2006-01-02 15:04")
		}
		args[i] = a
	}
	return fmt.Sprintf(m.ID, args...)
}

// LogValue implements slog.LogValuer.
func (m Message) LogValue() slog.Value { return slog.StringValue(m.String()) }

// Is reports whether two messages are the same sentence, regardless of
// arguments.
func (m Message) Is(other Message) bool { return m.ID == other.ID }

// Equal reports whether two messages are the same sentence with the same
// arguments. A message that was stored and read again is equal to the original.
func (m Message) Equal(other Message) bool { return m.Encode() == other.Encode() }

// written is a Message in JSON. A time is encoded as an object.
type written struct {
	Code string `json:"code,omitempty"`
	ID   string `json:"id"`
	Args []any  `json:"args,omitempty"`
}

type writtenTime struct {
	Time time.Time `json:"time"`
}

// MarshalJSON encodes a sentence without code and arguments as a string, and
// any other as an object.
func (m Message) MarshalJSON() ([]byte, error) {
	if m.Code == "" && len(m.Args) == 0 {
		return json.Marshal(m.ID)
	}
	return json.Marshal(m.written())
}

func (m Message) written() written {
	w := written{m.Code, m.ID, make([]any, len(m.Args))}
	for i, a := range m.Args {
		switch a := a.(type) {
		case time.Time:
			w.Args[i] = writtenTime{a}
		case Message:
			w.Args[i] = a.written()
		default:
			w.Args[i] = a
		}
	}
	return w
}

// UnmarshalJSON decodes the output of MarshalJSON, and any other string as a
// sentence.
func (m *Message) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] != '{' {
		*m = Message{}
		return json.Unmarshal(data, &m.ID)
	}
	var w struct {
		written
		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*m = Message{Code: w.Code, ID: w.ID}
	for _, raw := range w.Args {
		a, err := readArg(raw)
		if err != nil {
			return err
		}
		m.Args = append(m.Args, a)
	}
	return nil
}

func readArg(raw json.RawMessage) (any, error) {
	if len(raw) > 0 && raw[0] == '{' {
		var at struct {
			Time *time.Time `json:"time"`
		}
		if err := json.Unmarshal(raw, &at); err == nil && at.Time != nil {
			return *at.Time, nil
		}
		var m Message
		err := json.Unmarshal(raw, &m)
		return m, err
	}
	var n int64
	if err := json.Unmarshal(raw, &n); err == nil && string(raw) != "null" {
		return n, nil
	}
	var a any
	err := json.Unmarshal(raw, &a)
	return a, err
}

// Encode returns the message for a text column: the sentence if it has no code
// and arguments, otherwise JSON.
func (m Message) Encode() string {
	if m.Code == "" && len(m.Args) == 0 {
		return m.ID
	}
	text, err := json.Marshal(m)
	if err != nil { // an argument of a type that Message does not allow
		return m.String()
	}
	return string(text)
}

// DecodeMessage decodes the output of Encode. Any other text is a literal
// sentence, from before messages had arguments.
func DecodeMessage(text string) Message {
	var m Message
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &m) == nil && m.ID != "" {
		return m
	}
	return Message{ID: text}
}
