package profile

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
	"sonora/internal/people"
)

// The limits of profile texts, in characters.
const (
	maxName     = 150
	maxBio      = 1000
	maxLocation = 100
	maxWebsite  = 200
	maxPhone    = 32
)

// firstBirthYear is earlier than the birth of anyone alive.
const firstBirthYear = 1900

// tidied returns the fields as they are stored: trimmed, in Unicode
// normalization form C, and with a single kind of line break.
func tidied(c people.ProfileChange) people.ProfileChange {
	for _, field := range []**string{&c.FirstName, &c.LastName, &c.Bio, &c.Location, &c.Website, &c.PhoneNumber, &c.DateOfBirth} {
		if *field != nil {
			text := norm.NFC.String(music.Tidy(**field))
			*field = &text
		}
	}
	return c
}

// check returns an Invalid error with the fields that are not valid, or nil.
func check(c people.ProfileChange, now time.Time) error {
	f := music.FieldErrors{}
	checkText(f, "firstName", c.FirstName, maxName)
	checkText(f, "lastName", c.LastName, maxName)
	if c.Bio != nil {
		f.CheckText("bio", *c.Bio, maxBio)
	}
	checkText(f, "location", c.Location, maxLocation)
	checkText(f, "website", c.Website, maxWebsite)
	checkText(f, "phoneNumber", c.PhoneNumber, maxPhone)
	if c.Website != nil && len(f["website"]) == 0 && *c.Website != "" && !music.IsWebAddress(*c.Website) {
		f.Add("website", "Enter a valid URL.")
	}
	if c.PhoneNumber != nil && len(f["phoneNumber"]) == 0 && *c.PhoneNumber != "" && !isPhone(*c.PhoneNumber) {
		f.Add("phoneNumber", "Enter a valid phone number.")
	}
	checkBirth(f, c.DateOfBirth, now)
	return f.Err("firstName", "lastName", "bio", "location", "website", "phoneNumber", "dateOfBirth")
}

func checkText(f music.FieldErrors, field string, text *string, limit int) {
	if text != nil {
		f.CheckLine(field, *text, limit)
	}
}

func isPhone(text string) bool {
	odd := func(r rune) bool { return !strings.ContainsRune("0123456789 +()-.", r) }
	return strings.ContainsAny(text, "0123456789") && !strings.ContainsFunc(text, odd)
}

func checkBirth(f music.FieldErrors, text *string, now time.Time) {
	if text == nil || *text == "" {
		return
	}
	switch date, err := time.Parse(time.DateOnly, *text); {
	case err != nil || date.Year() < firstBirthYear:
		f.Add("dateOfBirth", "Enter a valid date.")
	case date.After(now):
		f.Add("dateOfBirth", "This date is in the future.")
	}
}
