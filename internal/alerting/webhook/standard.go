package webhook

import (
	"encoding/json"
	"net/http"
	"time"

	"sonora/internal/outgoing/hook"
)

type standardEvent struct {
	Type      string       `json:"type"`
	Timestamp string       `json:"timestamp"`
	Data      standardData `json:"data"`
}

type standardData struct {
	Kind   string `json:"kind"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Link   string `json:"link,omitempty"`
	Site   string `json:"site"`
	Count  int    `json:"count"`
	Solved bool   `json:"solved"`
}

// Standard returns a note in the form of Standard Webhooks (standardwebhooks.com):
// its body and the headers that sign it with a secret.
func Standard(n Note, secret string, now time.Time) ([]byte, http.Header, error) {
	event := standardEvent{Type: "alert.raised", Timestamp: n.At.UTC().Format(time.RFC3339Nano), Data: standardData{
		Kind: n.Kind, Title: n.Title, Text: n.Text, Link: n.Link, Site: n.Site, Count: n.Count, Solved: n.Solved,
	}}
	switch {
	case n.Trial:
		event.Type = "alert.test"
	case n.Solved:
		event.Type = "alert.solved"
	}
	body, err := json.Marshal(event)
	if err != nil {
		return nil, nil, err
	}
	h, err := hook.Signed(secret, n.ID, now, body)
	return body, h, err
}
