package remote

import (
	"errors"

	"sonora/internal/ai/provider"
	"sonora/internal/music"
)

// said returns an error as people read it.
func said(err error) error {
	if _, ok := errors.AsType[*music.Error](err); ok {
		return err
	}
	if e, ok := errors.AsType[*provider.Error](err); ok {
		return sentence(e)
	}
	return err
}

// sentence returns an error of a service as people read it.
func sentence(e *provider.Error) *music.Error {
	var said *music.Error
	switch e.Kind {
	case provider.Auth:
		said = music.NewError(music.Conflict, "%s does not accept the key of this server. An operator can change it; the built-in composer works without one.", e.Label)
	case provider.Quota:
		said = music.NewError(music.Conflict, "This server has no credit left at %s. The built-in composer costs nothing.", e.Label)
	case provider.Rate:
		said = music.NewError(music.Unavailable, "%s has too many orders at the moment. Try again in a few minutes.", e.Label)
	case provider.Policy:
		said = music.NewError(music.Conflict, "%s refuses to make this music. Describe it without names of artists and songs.", e.Label)
	case provider.Invalid:
		said = music.NewError(music.Conflict, "%s does not understand this order. Describe the music in fewer words.", e.Label)
	case provider.Gone:
		said = music.NewError(music.Conflict, "%s no longer has this piece. Order it again if you still want it.", e.Label)
	case provider.GaveUp:
		said = music.NewError(music.Conflict, "%s could not make this piece. Order it again, or use the built-in composer.", e.Label)
	case provider.Unusable:
		said = music.NewError(music.Conflict, "%s sent something that cannot be used as music. Your library is unchanged.", e.Label)
	default:
		said = music.NewError(music.Unavailable, "%s does not answer as it should at the moment. Try again later, or use the built-in composer.", e.Label)
	}
	said.RetryAfter = e.RetryAfter
	return said.Because(e)
}

// lost is the error for an order that the provider may have accepted. Sending it
// again could cost twice.
func lost(label string, cause error) error {
	return music.NewError(music.Conflict, "The answer of %s is lost, so it may have made and charged this piece. It was not ordered again; do so yourself if you want it anyway.", label).Because(cause)
}

func late(label string) error {
	return music.NewError(music.Conflict, "%s did not finish this piece within an hour, and it may have charged for it. Order it again if you still want it.", label)
}

func unreadable(label string) error {
	return music.NewError(music.Conflict, "%s shows web pages instead of the state of this piece, and it may have charged for it. Order it again if you still want it.", label)
}

func missing(name string) error {
	return music.NewError(music.Conflict, "The provider %s is not set up on this server. Choose another one, such as the built-in composer.", name)
}
