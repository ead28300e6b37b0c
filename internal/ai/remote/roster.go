// Package remote has music made by services that the operator configured: it
// keeps to the budgets, orders every piece at most once, waits for it and
// fetches its files.
package remote

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/outgoing"
)

// Service orders music. It is safe for concurrent use.
type Service struct {
	store    Store
	settings func() music.Settings
	budget   func(ctx context.Context, accountID string) (float64, error)
	client   provider.Client
	jitter   func() float64 // 0 to 1

	// PublicURL is where people reach this server, and providers that call back; nil if it is not
	// known. Set it before the first order.
	PublicURL *url.URL

	buying sync.Mutex // between the check of a budget and its use

	mu     sync.Mutex
	known  map[string]*supplier
	orders map[string]*order // that this server waits for, by generation
}

// supplier is a provider as it is configured now.
type supplier struct {
	provider.Provider
	config provider.Config
	slots  chan struct{} // one for each order that it may work on
	last   Status        // found by the last check
}

// New returns a service for the providers in the settings. budget returns how many
// dollars they may cost per month for an account; 0 for no limit.
func New(s Store, settings func() music.Settings, budget func(ctx context.Context, accountID string) (float64, error)) *Service {
	return &Service{
		store: s, settings: settings, budget: budget, client: guarded, jitter: rand.Float64,
		known: map[string]*supplier{}, orders: map[string]*order{},
	}
}

// downloadTime is a little longer than the provider package waits.
const downloadTime = 11 * time.Minute

func guarded(named *url.URL) *http.Client {
	return outgoing.New(outgoing.Config{Named: named, MaxBody: provider.MaxOutput + 1, Timeout: downloadTime})
}

// configOf returns what the settings say about a provider, and whether they say
// enough to use it.
func configOf(name string, s *music.Settings) (c provider.Config, configured bool) {
	switch name {
	case provider.ACEStep:
		return provider.Config{URL: s.ACEStepURL, Key: s.ACEStepAPIKey}, s.ACEStepURL != ""
	case provider.ElevenLabs:
		return provider.Config{Key: s.ElevenLabsAPIKey}, s.ElevenLabsAPIKey != ""
	case provider.HTTP:
		return provider.Config{Template: s.AIHTTPProvider}, s.AIHTTPProvider != ""
	case provider.Mubert:
		return provider.Config{Key: s.MubertAPIKey}, s.MubertAPIKey != ""
	case provider.Stability:
		return provider.Config{Key: s.StabilityAPIKey}, s.StabilityAPIKey != ""
	case provider.Suno:
		return provider.Config{URL: s.SunoAPIURL, Key: s.SunoAPIKey}, s.SunoAPIKey != ""
	}
	return c, false
}

// supplier returns a provider with the current settings. configured is false if
// there are none for it; err says what is wrong with them.
func (s *Service) supplier(name string) (found *supplier, configured bool, err error) {
	settings := s.settings()
	config, configured := configOf(name, &settings)
	if !configured {
		return nil, false, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.known[name]; old != nil && old.config == config {
		return old, true, nil
	}
	p, err := provider.New(name, config, s.client)
	if err != nil {
		return nil, true, err
	}
	found = &supplier{Provider: p, config: config, slots: make(chan struct{}, p.Capabilities().Concurrency)}
	s.known[name] = found
	return found, true, nil
}

// Offer is a provider from which people can order.
type Offer struct {
	Name, Label string
	IsDefault   bool
	MinDuration time.Duration
	MaxDuration time.Duration
	MaxPrompt   int // characters
	// CostPerMinute is what a piece of one minute costs.
	CostPerMinute generation.Money
}

// Offers returns the providers that can be used, in alphabetical order, without
// the built-in composer.
func (s *Service) Offers() []Offer {
	usual := s.settings().AIProvider
	offers := []Offer{}
	for _, name := range provider.Names() {
		p, configured, err := s.supplier(name)
		if !configured || err != nil {
			continue // Statuses tells the operator
		}
		able := p.Capabilities()
		offers = append(offers, Offer{
			Name: name, Label: able.Label, IsDefault: name == usual,
			MinDuration: able.MinDuration, MaxDuration: able.MaxDuration, MaxPrompt: able.MaxPrompt,
			CostPerMinute: money(p.Quote(provider.Request{Duration: time.Minute})),
		})
	}
	return offers
}

// labels name the providers without settings.
var labels = map[string]string{
	provider.ACEStep: "ACE-Step", provider.ElevenLabs: "ElevenLabs", provider.Mubert: "Mubert", provider.Stability: "Stable Audio", provider.Suno: "Suno",
}

func label(name string) string { return cmp.Or(labels[name], "HTTP") }
