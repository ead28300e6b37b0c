package app_test

import (
	"slices"
	"strings"
	"testing"

	"sonora/internal/app"
	"sonora/internal/testkit"
)

func TestDoctorChecksMailServer(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{User: "ana", Password: testkit.Password, WithoutTLS: true})
	for address, want := range map[string]struct {
		state app.CheckState
		says  string
	}{
		"": {app.CheckOff, "No mail server."},
		"smtp://ana:" + testkit.Password + "@" + post.Address:                   {app.CheckOK, post.Address + " takes messages."},
		"smtp://ana:hunter2@" + post.Address:                                    {app.CheckBroken, "Authentication failed"},
		"smtp://ana:" + testkit.Password + "@" + post.Address + "?tls=required": {app.CheckBroken, "does not support STARTTLS"},
		"smtp://127.0.0.1:1":   {app.CheckBroken, "refused"},
		"mail.example:hunter2": {app.CheckBroken, "enter an address such as smtp://"},
	} {
		checks, err := app.Doctor(t.Context(), app.Config{Data: t.TempDir(), Listen: "127.0.0.1:0", Mail: address})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(checks, func(c app.Check) bool { return c.Name == "mail" })
		if i < 0 || checks[i].State != want.state || !strings.Contains(checks[i].Says, want.says) || strings.Contains(checks[i].Says, "hunter2") {
			t.Errorf("%s: %+v", address, checks)
		}
	}
	if n := len(post.Messages()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
}
