package music

import "context"

// Languages are those the server writes mails and sentences in, the default first.
var Languages = []string{"en", "es"}

type languageKey struct{}

// WithLanguage notes the language a person wants to be answered in.
func WithLanguage(ctx context.Context, language string) context.Context {
	return context.WithValue(ctx, languageKey{}, language)
}

// LanguageOf returns the language of a request, one of Languages.
func LanguageOf(ctx context.Context) string {
	if language, ok := ctx.Value(languageKey{}).(string); ok {
		return language
	}
	return Languages[0]
}
