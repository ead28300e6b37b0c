package things

// ProviderJSON is an identity provider.
type ProviderJSON struct {
	ID    string `json:"id" doc:"Name in paths." example:"google"`
	Label string `json:"label" doc:"Name for people." example:"Google"`
}
