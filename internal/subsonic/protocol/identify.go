package protocol

import (
	"encoding/hex"
	"errors"
	"strings"

	"sonora/internal/music"
)

// identify returns who sends a call: with an API key alone, or with a name and a key
// as its password, plain, in hexadecimal digits, or as a salted token.
func (s *Server) identify(c *Call) (music.Viewer, error) {
	key, name, password, token := c.Text("apiKey"), c.Text("u"), c.Text("p"), c.Text("t")
	switch {
	case key != "" && (name != "" || password != "" || token != ""):
		return music.Viewer{}, errConflicting
	case key != "":
		v, err := s.Recogniser.RecogniseKey(c, key)
		return v, denied(err, errKey)
	case name == "":
		return music.Viewer{}, Missing("u")
	case token != "":
		salt, err := c.Required("s")
		if err != nil {
			return music.Viewer{}, err
		}
		v, err := s.Recogniser.RecogniseToken(c, name, token, salt)
		return v, denied(err, errCredentials)
	case password == "":
		return music.Viewer{}, Missing("p")
	}
	plain, err := plainPassword(password)
	if err != nil {
		return music.Viewer{}, err
	}
	v, err := s.Recogniser.RecognisePassword(c, name, plain)
	return v, denied(err, errCredentials)
}

// denied replaces the errors for wrong credentials, and for too many of them.
func denied(err error, by failure) error {
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code == music.TooMany {
		return errGuesses.in(e.RetryAfter)
	}
	if music.CodeOf(err) == music.Unauthenticated {
		return by.Because(err)
	}
	return err
}

// plainPassword decodes a password in hexadecimal digits.
func plainPassword(password string) (string, error) {
	digits, isEncoded := strings.CutPrefix(password, "enc:")
	if !isEncoded {
		return password, nil
	}
	plain, err := hex.DecodeString(digits)
	if err != nil {
		return "", errCredentials.Because(err)
	}
	return string(plain), nil
}
