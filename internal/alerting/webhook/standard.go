package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Headers of Standard Webhooks.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// signatureVersion is the version of symmetric signatures.
const signatureVersion = "v1,"

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
	key, err := Key(secret)
	if err != nil {
		return nil, nil, err
	}
	id := "msg_" + n.ID
	h := http.Header{}
	h.Set(headerID, id)
	h.Set(headerTimestamp, strconv.FormatInt(now.Unix(), 10))
	h.Set(headerSignature, Sign(key, id, now, body))
	return body, h, nil
}

// Sign returns the signature of a message with a key.
func Sign(key []byte, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return signatureVersion + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Lengths of a key in bytes, and what its text begins with.
const (
	minKey    = 24
	maxKey    = 64
	keyPrefix = "whsec_"
)

var errKey = errors.New("not a secret of Standard Webhooks")

// Key returns the key that a secret stands for.
func Key(secret string) ([]byte, error) {
	text, ok := strings.CutPrefix(secret, keyPrefix)
	key, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(key) < minKey || len(key) > maxKey {
		return nil, errKey
	}
	return key, nil
}
