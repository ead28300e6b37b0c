package things

// ProviderJSON is an identity provider.
type ProviderJSON struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}
