package oidc

import (
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	list, err := Complete([]Config{
		{ID: "google", ClientID: "a", ClientSecret: "b"},
		{ID: "my-id", Issuer: "http://127.0.0.1:9000/realms/x", ClientID: "a", ClientSecret: "b"},
		{ID: "x", Label: " Our House ", Issuer: "https://id.example", ClientID: "a", ClientSecret: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if g := list[0]; g.Label != "Google" || g.Issuer != "https://accounts.google.com" || strings.Join(g.Scopes, " ") != "openid email profile" {
		t.Errorf("%+v", g)
	}
	if list[1].Label != "my-id" || list[2].Label != "Our House" {
		t.Errorf("labels %q and %q", list[1].Label, list[2].Label)
	}
}

func TestBadConfigs(t *testing.T) {
	good := Config{ID: "acme", Issuer: "https://id.example", ClientID: "a", ClientSecret: "b"}
	if _, err := Complete([]Config{good, good}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the same twice: %v", err)
	}
	for says, change := range map[string]func(*Config){
		"lower-case":            func(c *Config) { c.ID = "Acme" },
		"32":                    func(c *Config) { c.ID = strings.Repeat("a", 33) },
		"1 to":                  func(c *Config) { c.ID = "" },
		"dashes":                func(c *Config) { c.ID = "../login" },
		"own addresses":         func(c *Config) { c.ID = "login" },
		"label":                 func(c *Config) { c.Label = strings.Repeat("a", 51) },
		"issuer is missing":     func(c *Config) { c.Issuer = "" },
		"client id is missing":  func(c *Config) { c.ClientID = "" },
		"secret is missing":     func(c *Config) { c.ClientSecret = "" },
		"openid":                func(c *Config) { c.Scopes = []string{"email"} },
		"https":                 func(c *Config) { c.Issuer = "http://id.example" },
		"this machine":          func(c *Config) { c.Issuer = "http://127.0.0.1.example" },
		`"ftp://id.example"`:    func(c *Config) { c.Issuer = "ftp://id.example" },
		`"id.example"`:          func(c *Config) { c.Issuer = "id.example" },
		`"https://id.example?`:  func(c *Config) { c.Issuer = "https://id.example?a=b" },
		`"https://u:p@id.examp`: func(c *Config) { c.Issuer = "https://u:p@id.example" },
	} {
		c := good
		change(&c)
		if _, err := Complete([]Config{c}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %q in it", c, err, says)
		}
	}
}

func TestParse(t *testing.T) {
	list, err := Parse([]byte(`[{"id":"acme","label":"Acme","issuer":"https://id.example","clientId":"a","clientSecret":"b"}]`))
	if err != nil || len(list) != 1 || list[0].ClientSecret != "b" {
		t.Errorf("%+v %v", list, err)
	}
	for _, bad := range []string{``, `{}`, `[{"id":1}]`, `[{"secret":"b"}]`, `[] []`, `acme`} {
		if list, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%s is %+v", bad, list)
		}
	}
}
