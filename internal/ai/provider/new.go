package provider

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sonora/internal/music"
)

// Config is what an operator configures for a service.
type Config struct {
	URL      string // "" for the service's own, if it has one
	Key      string
	Template string // of the provider "http": see ParseTemplate
}

// Names of the providers that New knows.
const (
	ACEStep    = "ace-step"
	ElevenLabs = "elevenlabs"
	HTTP       = "http"
	Mubert     = "mubert"
	Stability  = "stability"
	Suno       = "suno"
)

// makers make the adapters.
var makers = map[string]func(Config, Client) (Provider, error){
	ACEStep: newACEStep, ElevenLabs: newElevenLabs, HTTP: newTemplate, Mubert: newMubert, Stability: newStability, Suno: newSuno,
}

// Client returns a guarded client for a service: one that connects to public
// networks only, apart from the address that the operator named, which is nil
// for a service at its own address. It has to allow for MaxOutput bytes and ten minutes.
type Client func(named *url.URL) *http.Client

// New returns the adapter with a name. The error tells the operator
// what is wrong with the configuration.
func New(name string, c Config, client Client) (Provider, error) {
	maker, ok := makers[name]
	if !ok {
		return nil, music.NewError(music.Invalid, "there is no provider “%s”", name)
	}
	return maker(c, client)
}

// Names returns the names of all providers in alphabetical order.
func Names() []string {
	names := make([]string, 0, len(makers))
	for name := range makers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ErrAddress is the error for an address that is not one of a service.
var ErrAddress = music.NewError(music.Invalid, "enter an http or https address without a user name, question mark or fragment, such as https://music.example")

// CheckURL returns ErrAddress if a service cannot have this address.
func CheckURL(text string) error {
	_, err := parseURL(text)
	return err
}

func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, ErrAddress
	}
	return u, nil
}

// connect completes a service with its address and client. own is the address
// that it has if the operator gives none.
func (s *service) connect(given, own string, client Client) error {
	base, err := parseURL(cmp.Or(given, own))
	if err != nil {
		return err
	}
	var named *url.URL
	if given != "" {
		named = base
	}
	s.base, s.client = base, client(named)
	s.secrets = slices.Concat(s.secrets, secretsInHeaders(s.headers), secretsInPath(base.Path))
	return nil
}

// bearer returns the usual credentials for a key, which may be "".
func bearer(key string) map[string]string {
	if key == "" {
		return nil
	}
	return map[string]string{"Authorization": "Bearer " + key}
}
