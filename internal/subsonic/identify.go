package subsonic

import (
	"encoding/hex"
	"strings"

	"sonora/internal/music"
)

// identify returns who sends a call: with an API key alone, or with a name and a key
// as its password, plain, in hexadecimal digits, or as a salted token.
func (a *API) identify(c *call) (music.Viewer, error) {
	key, name, password, token := c.text("apiKey"), c.text("u"), c.text("p"), c.text("t")
	switch {
	case key != "" && (name != "" || password != "" || token != ""):
		return music.Viewer{}, errConflicting
	case key != "":
		v, err := a.Recogniser.RecogniseKey(c, key)
		return v, denied(err, errKey)
	case name == "":
		return music.Viewer{}, missing("u")
	case token != "":
		salt, err := c.required("s")
		if err != nil {
			return music.Viewer{}, err
		}
		v, err := a.Recogniser.RecogniseToken(c, name, token, salt)
		return v, denied(err, errCredentials)
	case password == "":
		return music.Viewer{}, missing("p")
	}
	plain, err := plainPassword(password)
	if err != nil {
		return music.Viewer{}, err
	}
	v, err := a.Recogniser.RecognisePassword(c, name, plain)
	return v, denied(err, errCredentials)
}

// denied replaces the error for wrong credentials.
func denied(err error, by failure) error {
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
