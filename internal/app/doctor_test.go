package app_test

import (
	"slices"
	"strings"
	"testing"

	"sonora/internal/app"
	"sonora/internal/diagnostics"
	"sonora/internal/testkit"
)

func TestDoctorChecksMailServer(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{User: "ana", Password: testkit.Password, WithoutTLS: true})
	for address, want := range map[string]struct {
		state diagnostics.State
		says  string
	}{
		"": {diagnostics.Off, "No mail server."},
		"smtp://ana:" + testkit.Password + "@" + post.Address:                   {diagnostics.OK, post.Address + " takes messages."},
		"smtp://ana:hunter2@" + post.Address:                                    {diagnostics.Broken, "Authentication failed"},
		"smtp://ana:" + testkit.Password + "@" + post.Address + "?tls=required": {diagnostics.Broken, "does not support STARTTLS"},
		"smtp://127.0.0.1:1":   {diagnostics.Broken, "refused"},
		"mail.example:hunter2": {diagnostics.Broken, "enter an address such as smtp://"},
	} {
		checks, err := app.Doctor(t.Context(), app.Config{Data: t.TempDir(), Listen: "127.0.0.1:0", Mail: address})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(checks, func(c diagnostics.Check) bool { return c.Name == "mail" })
		if i < 0 || checks[i].State != want.state || !strings.Contains(checks[i].Says.String(), want.says) || strings.Contains(checks[i].Says.String(), "hunter2") {
			t.Errorf("%s: %+v", address, checks)
		}
	}
	if n := len(post.Messages()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
}
