package auth

import (
	"strings"
	"testing"

	"sonora/internal/mail"
)

// letters returns the messages sent since the last call.
func letters(t *testing.T, a *Service) []mail.Message {
	t.Helper()
	a.finishTasks(t.Context())
	p, ok := a.mail.(*postman)
	if !ok {
		t.Fatal("mail service is not a *postman")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := p.sent
	p.sent = nil
	return sent
}

// letter returns the only message that was sent, and checks its kind.
func letter(t *testing.T, a *Service, kind mail.Kind) mail.Message {
	t.Helper()
	sent := letters(t, a)
	if len(sent) != 1 || sent[0].Kind != kind {
		t.Fatalf("sent %+v, want one %s", sent, kind)
	}
	return sent[0]
}

// secretOf returns the secret in a link.
func secretOf(t *testing.T, m mail.Message, path string) string {
	t.Helper()
	before, secret, _ := strings.Cut(m.Link, "#")
	if before != "https://music.example"+path || len(secret) < 20 {
		t.Fatalf("%s links to %q", m.Kind, m.Link)
	}
	return secret
}
