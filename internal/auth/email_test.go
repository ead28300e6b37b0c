package auth

import (
	"testing"

	"sonora/internal/music"
)

func TestAddresses(t *testing.T) {
	for email, good := range map[string]bool{
		"ada@example.com": true, "ada+tag@mail.example.co.uk": true, "josé@exámple.es": true, "ada@localhost": true, "a.b-c_d@x1-y.example": true,
		"ada@-x.example": false, "ada@x-.example": false, "ada@[127.0.0.1]": false, "ada@exa mple.com": false, "ada@example..com": false,
		"a\u200bda@example.com": false, "ada\u202e@example.com": false, "ada\ufe0f@example.com": false, "ada\u00ad@example.com": false,
		"ada@example.com\r\nBcc: b@example.com": false, "Ada <ada@example.com>": false, "ada": false, "@example.com": false,
	} {
		f := music.FieldErrors{}
		if checkEmail(f, email); (len(f) == 0) != good {
			t.Errorf("%q: %v", email, f)
		}
	}
	for _, twin := range []string{"ADA@Example.COM", " ada@example.com ", "ａｄａ@example.com", "ada@EXAMPLE.com"} {
		if got := NormalizeEmail(twin); got != "ada@example.com" {
			t.Errorf("%q is %q", twin, got)
		}
	}
}
