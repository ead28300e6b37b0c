package hook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Headers of Standard Webhooks (standardwebhooks.com).
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// signatureVersion is the version of symmetric signatures.
const signatureVersion = "v1,"

// Signed returns the headers that sign a message with a secret. The ID is the same in
// every attempt to send the message.
func Signed(secret, id string, now time.Time, body []byte) (http.Header, error) {
	key, err := Key(secret)
	if err != nil {
		return nil, err
	}
	id = "msg_" + id
	h := http.Header{}
	h.Set(headerID, id)
	h.Set(headerTimestamp, strconv.FormatInt(now.Unix(), 10))
	h.Set(headerSignature, Sign(key, id, now, body))
	return h, nil
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
	newKey    = 32
	keyPrefix = "whsec_"
)

var errKey = errors.New("not a secret of Standard Webhooks")

// NewSecret returns a random secret.
func NewSecret() string {
	key := make([]byte, newKey)
	_, _ = rand.Read(key) // never fails
	return keyPrefix + base64.StdEncoding.EncodeToString(key)
}

// Key returns the key that a secret stands for.
func Key(secret string) ([]byte, error) {
	text, ok := strings.CutPrefix(secret, keyPrefix)
	key, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(key) < minKey || len(key) > maxKey {
		return nil, errKey
	}
	return key, nil
}
