package mail_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/mail"
)

func TestParseServer(t *testing.T) {
	for address, want := range map[string]*mail.Server{
		"": nil,
		"smtp://mail.example": {
			Host: "mail.example", Port: 587, Encryption: mail.Required,
		},
		"smtp://ana%40mail.example:p%2Fw%3A%23@mail.example:25?from=music@mail.example&tls=required": {
			Host: "mail.example", Port: 25, User: "ana@mail.example", Password: "p/w:#", From: "music@mail.example", Encryption: mail.Required,
		},
		"smtps://u:p@mail.example":                 {Host: "mail.example", Port: 465, User: "u", Password: "p", Encryption: mail.FromStart},
		"smtp://10.0.0.5:25?tls=none":              {Host: "10.0.0.5", Port: 25, Encryption: mail.Plain},
		"smtp://10.0.0.5:25/?tls=starttls":         {Host: "10.0.0.5", Port: 25, Encryption: mail.Offered},
		"smtp://u:p@localhost:25":                  {Host: "localhost", Port: 25, User: "u", Password: "p", Encryption: mail.Plain},
		"smtp://u:p@[::1]:25":                      {Host: "::1", Port: 25, User: "u", Password: "p", Encryption: mail.Plain},
		"smtp://u:p@127.0.0.1:2525?tls=starttls":   {Host: "127.0.0.1", Port: 2525, User: "u", Password: "p", Encryption: mail.Offered},
		"smtp://127.0.0.1:2525?tls=required":       {Host: "127.0.0.1", Port: 2525, Encryption: mail.Required},
		"smtp://mail.example?from=ana+b@m.example": nil, // + is a space in a query
	} {
		got, err := mail.ParseServer(address)
		if want == nil && address != "" {
			if err == nil {
				t.Errorf("%s is taken as %+v", address, got)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", address, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", address, diff)
		}
	}
}

func TestParseServerSaysWhatIsWrong(t *testing.T) {
	for address, want := range map[string]string{
		"mail.example:25":                        "enter an address such as smtp://",
		"http://mail.example":                    "enter an address such as smtp://",
		"smtp://":                                "enter an address such as smtp://",
		"smtp://:25":                             "enter an address such as smtp://",
		"smtp://u:hunter2@mail.example/inbox":    "enter an address such as smtp://",
		"smtp://u:hunter2#@mail.example":         "enter an address such as smtp://",
		"smtp://u:hunter2%zz@mail.example":       "enter an address such as smtp://",
		"smtp://u:hunter2@mail.example:99999":    "99999 is not a port",
		"smtp://u:hunter2@mail.example:0":        "0 is not a port",
		"smtp://mail.example?form=a@b.example":   `unknown option "form"`,
		"smtp://mail.example?from=ana":           "from=ana is not an email address",
		"smtp://mail.example?from=A <a@b.co>":    "is not an email address",
		"smtp://mail.example?tls=ssl":            "tls=ssl is unknown",
		"smtps://mail.example?tls=none":          "smtps:// is encrypted from the start",
		"smtp://u:hunter2@mail.example?tls=none": "the password could be intercepted",
		"smtp://u:hunter2@10.0.0.5?tls=starttls": "the password could be intercepted",
	} {
		_, err := mail.ParseServer(address)
		if err == nil {
			t.Errorf("%s is taken", address)
			continue
		}
		if !strings.HasPrefix(err.Error(), "mail server: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error contains the password: %v", err)
		}
	}
}
