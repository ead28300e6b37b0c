// Package pushes is a test double for browsers' push services and for a
// browser: it verifies and decrypts the messages sent to it.
package pushes

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const patience = 30 * time.Second

// Message is what a browser showed, and how it arrived.
type Message struct {
	Title, Body, Link, Tag string

	Path    string
	Header  http.Header
	Claims  jwt.MapClaims // verified claims of the server's VAPID token
	Problem string        // why the message is not valid; the other fields are then empty
}

// Service is a push service with the keys of one browser.
type Service struct {
	*httptest.Server
	key  *ecdh.PrivateKey
	auth []byte

	mu      sync.Mutex
	answers []int // status codes for the next messages
	got     []Message
	arrived chan struct{} // closed and replaced with every message
}

// Start runs a service until the test ends. It accepts every message.
func Start(t testing.TB) *Service {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{key: key, auth: make([]byte, 16), arrived: make(chan struct{})}
	rand.Read(s.auth) // never fails
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Subscription returns what the browser sends to its site, for an endpoint of
// the service.
func (s *Service) Subscription(path string) string {
	body, _ := json.Marshal(map[string]any{"endpoint": s.URL + path, "expirationTime": nil, "keys": map[string]string{"p256dh": s.P256dh(), "auth": s.Auth()}})
	return string(body)
}

// P256dh returns the browser's public key.
func (s *Service) P256dh() string {
	return base64.RawURLEncoding.EncodeToString(s.key.PublicKey().Bytes())
}

// Auth returns the browser's secret.
func (s *Service) Auth() string { return base64.RawURLEncoding.EncodeToString(s.auth) }

// Answer sets the status codes for the next messages. Later ones get 201.
func (s *Service) Answer(statuses ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = statuses
}

// Messages returns the messages received so far.
func (s *Service) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// Await waits until n messages have arrived, and returns all.
func (s *Service) Await(t testing.TB, n int) []Message {
	t.Helper()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		got, arrived := slices.Clone(s.got), s.arrived
		s.mu.Unlock()
		if len(got) >= n {
			return got
		}
		select {
		case <-arrived:
		case <-timeout:
			t.Fatalf("%d push messages arrived, want %d", len(got), n)
		}
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	m := Message{Path: r.URL.Path, Header: r.Header}
	if err := s.read(r, &m); err != nil {
		m.Problem = err.Error()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status := http.StatusCreated
	if len(s.answers) > 0 {
		status, s.answers = s.answers[0], s.answers[1:]
	}
	s.got = append(s.got, m)
	close(s.arrived)
	s.arrived = make(chan struct{})
	w.WriteHeader(status)
}

func (s *Service) read(r *http.Request, m *Message) error {
	if r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") == "" {
		return fmt.Errorf("%s with headers %v", r.Method, r.Header)
	}
	claims, err := proof(r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	if claims["aud"] != s.URL {
		return fmt.Errorf("for %v, not for %s", claims["aud"], s.URL)
	}
	m.Claims = claims
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	text, err := s.decrypt(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, m)
}

// proof verifies the VAPID header of a server (RFC 8292).
func proof(header string) (jwt.MapClaims, error) {
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	if !ok {
		return nil, errors.New("no VAPID header: " + header)
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return nil, err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return nil, err
	}
	claims := jwt.MapClaims{}
	_, err = jwt.ParseWithClaims(token, claims, func(*jwt.Token) (any, error) { return public, nil }, jwt.WithValidMethods([]string{"ES256"}), jwt.WithExpirationRequired())
	return claims, err
}

// decrypt decrypts a message as a browser does (RFC 8291).
func (s *Service) decrypt(body []byte) ([]byte, error) {
	const head = 16 + 4 + 1 + 65
	if len(body) < head || body[20] != 65 || binary.BigEndian.Uint32(body[16:]) > 4096 {
		return nil, errors.New("missing record header")
	}
	salt, sender := body[:16], body[21:head]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := s.key.ECDH(public)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(s.key.PublicKey().Bytes()) + string(sender)
	secret, err := hkdf.Key(sha256.New, shared, s.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, body[head:], nil)
	if err != nil {
		return nil, err
	}
	return withoutPadding(text)
}

func withoutPadding(text []byte) ([]byte, error) {
	text = bytes.TrimRight(text, "\x00")
	if last := len(text) - 1; last >= 0 && text[last] == 2 {
		return text[:last], nil
	}
	return nil, errors.New("missing end of the text")
}
