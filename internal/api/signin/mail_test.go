package signin_test

import (
	"fmt"
	"strings"
	"testing"

	"sonora/internal/testkit"
)

// TestMailsArrive follows the links in mails that a mail server received.
func TestMailsArrive(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	s := testkit.Start(t, testkit.Options{Mail: post.URL})
	const email, fresh = "ana@example.com", "another-pass-9"
	secret := func(n int, subject, path string) string {
		t.Helper()
		m := post.AwaitTo(t, email, n)
		_, secret, found := strings.Cut(m.Link(path), "#")
		if m.Subject != subject || !found {
			t.Fatalf("message %d is %q:\n%s", n, m.Subject, m.Text)
		}
		return secret
	}
	s.Run(t, []testkit.Scenario{{
		Name: "register", Status: 201, Contains: []string{"Correo de verificación enviado."},
		Request: call{
			Method: "POST", Path: "/api/auth/register/", Header: map[string]string{"Accept-Language": "es"},
			Body: fmt.Sprintf(`{"email":%q,"password1":%q,"password2":%[2]q,"first_name":"Ana"}`, email, testkit.Password),
		},
	}})
	verify := call{Method: "POST", Path: "/api/auth/verify", Body: fmt.Sprintf(`{"token":%q}`, secret(1, "Verifica tu dirección de correo", "/verify#"))}
	s.Run(t, []testkit.Scenario{
		{Name: "verify", Request: verify, Status: 200, Contains: []string{"verified"}},
		{Name: "once", Request: verify, Status: 400},
		{Name: "forgot", Request: call{Method: "POST", Path: "/api/auth/password/forgot", Body: fmt.Sprintf(`{"email":%q}`, email)}, Status: 200},
	})
	post.AwaitTo(t, email, 2) // the welcome
	reset := fmt.Sprintf(`{"token":%q,"password1":%q,"password2":%[2]q}`, secret(3, "Choose a new password", "/reset#"), fresh)
	s.Run(t, []testkit.Scenario{
		{Name: "reset", Request: call{Method: "POST", Path: "/api/auth/password/reset", Body: reset}, Status: 200},
		{Name: "sign in", Request: call{Method: "POST", Path: "/api/auth/login/", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, fresh)}, Status: 200},
	})
	if m := post.AwaitTo(t, email, 4); m.Subject != "Your password was changed" {
		t.Errorf("the last message is %q", m.Subject)
	}
}
