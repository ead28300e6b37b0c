package music

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"
)

// TestMessageRoundTrip encodes messages as a database column and as JSON, and
// decodes them.
func TestMessageRoundTrip(t *testing.T) {
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for _, m := range []Message{
		{},
		Say("Not found."),
		Say("100% of it."),
		Verbatim("{}"),
		Verbatim(`{"id": "%s"}`),
		Coded("artist-rest", "%s of %d, %v, %s: %s", "{} %s", int64(7), 0.5, at, Say("Not found.")),
		Coded("empty", "Nothing."),
		Say("%s", Say("%s and %d", "one", int64(2))),
	} {
		if got := DecodeMessage(m.Encode()); !reflect.DeepEqual(got, m) || got.String() != m.String() {
			t.Errorf("%q: %#v, want %#v", m.Encode(), got, m)
		}
		var got Message
		text, err := json.Marshal(m)
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %#v, want %#v, %v", text, got, m, err)
		}
	}
	for text, want := range map[string]string{
		"The source was lost.":      "The source was lost.", // a row written by an earlier version
		"{} was lost: 100%":         "{} was lost: 100%",
		`{"name": "not a message"}`: `{"name": "not a message"}`,
	} {
		if got := DecodeMessage(text).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMessagesEqual(t *testing.T) {
	m := Say("%s: %d", Say("%d minutes", 1), 2)
	if !m.Equal(DecodeMessage(m.Encode())) {
		t.Error("a message differs once it was stored")
	}
	for _, other := range []Message{{}, Say("%s: %d", Say("%d minutes", 1), 3), Say("%s: %d", Say("%d minutes", 2), 2), Coded("x", m.ID, m.Args...)} {
		if m.Equal(other) {
			t.Errorf("%#v is the same", other)
		}
	}
}

func TestMessageInEnglish(t *testing.T) {
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	if got := Say("%s begins on %s: %s", "{} %s", at, Say("%d%%", 5)).String(); got != "{} %s begins on 2026-11-21 20:00: 5%" {
		t.Errorf("%q", got)
	}
}

// TestFieldErrorsAreDeterministic checks that the first sentence is always the
// same, even for fields without a defined order.
func TestFieldErrorsAreDeterministic(t *testing.T) {
	for range 100 {
		f := FieldErrors{}
		f.Add("b", "Second.")
		f.Add("a", "First of %d.", 2)
		if err := f.Err("c"); err.Error() != "First of 2." {
			t.Fatal(err)
		}
	}
}

func TestErrorTextsReadAsOneChain(t *testing.T) {
	err := NewError(Unavailable, "The mail server does not answer.")
	if got := err.Error(); got != "The mail server does not answer." {
		t.Errorf("without a cause: %s", got)
	}
	if got := err.Because(errors.New("connection refused")).Error(); got != "The mail server does not answer: connection refused" {
		t.Errorf("with a cause: %s", got)
	}
}
