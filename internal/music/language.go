package music

import "context"

// Languages lists the languages of the server's mail and messages, the default
// first.
var Languages = []string{"en", "es"}

type languageKey struct{}

// WithLanguage returns a context with the language of the response.
func WithLanguage(ctx context.Context, language string) context.Context {
	return context.WithValue(ctx, languageKey{}, language)
}

// LanguageOf returns the language of a request's response, one of Languages.
func LanguageOf(ctx context.Context) string {
	if language, ok := ctx.Value(languageKey{}).(string); ok {
		return language
	}
	return Languages[0]
}
