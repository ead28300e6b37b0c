// Package online looks up music on the internet: names at MusicBrainz, covers
// at the Cover Art Archive, and lyrics at LRCLIB. It sends requests only while
// the operator allows that source, only when a person asks for it, and only
// with the data that docs/operate.md lists.
package online

import (
	"context"
	"time"

	"sonora/internal/music"
)

// The addresses of the sources, unless the operator configures mirrors.
const (
	musicBrainzURL     = "https://musicbrainz.org"
	coverArtArchiveURL = "https://coverartarchive.org"
	lrclibURL          = "https://lrclib.net"
)

// Store provides the tracks.
type Store interface {
	Track(ctx context.Context, v music.Viewer, id string) (*music.TrackDetail, error)
}

// Config holds the dependencies of a Service. All fields but the addresses are
// required.
type Config struct {
	Store    Store
	Settings func() music.Settings
	Version  string // of the program, sent in the User-Agent
	Contact  string // sent to MusicBrainz if the settings have no address of the operator

	// Addresses of mirrors or stand-ins, which may use http and be in a private
	// network. "" is the real source.
	MusicBrainz, CoverArtArchive, LRCLIB string
}

// Service looks up music. It is safe for concurrent use.
type Service struct {
	store    Store
	settings func() music.Settings

	names, covers, lyrics *source
}

// New returns a Service, or an error for an address that is not valid.
func New(c Config) (*Service, error) {
	s := &Service{store: c.Store, settings: c.Settings}
	remembered := newMemory()
	agent := "Sonora/" + c.Version
	for _, other := range []struct {
		to               **source
		name, given, own string
		every            time.Duration
		maxBody          int64
		agent            func() string
	}{
		// MusicBrainz allows one request per second and wants a contact:
		// https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting
		{&s.names, "MusicBrainz", c.MusicBrainz, musicBrainzURL, 1100 * time.Millisecond, maxJSON, func() string {
			contact := c.Settings().AdminEmail
			if contact == "" {
				contact = c.Contact
			}
			return agent + " ( " + contact + " )"
		}},
		{&s.covers, "The Cover Art Archive", c.CoverArtArchive, coverArtArchiveURL, 200 * time.Millisecond, maxPicture, func() string { return agent }},
		{&s.lyrics, "LRCLIB", c.LRCLIB, lrclibURL, 200 * time.Millisecond, maxJSON, func() string { return agent }},
	} {
		source, err := newSource(other.name, other.given, other.own, other.every, other.maxBody)
		if err != nil {
			return nil, err
		}
		source.agent, source.memory = other.agent, remembered
		*other.to = source
	}
	return s, nil
}

// The errors while the operator has not turned a source on.
var (
	errNoMusicBrainz     = music.NewError(music.Conflict, "MusicBrainz lookups are turned off. The operator can turn them on in the settings.").Coded(music.CodeTurnedOff)
	errNoCoverArtArchive = music.NewError(music.Conflict, "Cover Art Archive lookups are turned off. The operator can turn them on in the settings.").Coded(music.CodeTurnedOff)
	errNoLRCLIB          = music.NewError(music.Conflict, "LRCLIB lookups are turned off. The operator can turn them on in the settings.").Coded(music.CodeTurnedOff)
)

// Match is a possible match for a track: a recording with one of its releases.
type Match struct {
	Score       float64 // 0 to 1, see score
	Title       string
	Artist      string // as credited on the release
	Album       string // "" for a recording without a release
	Year        int    // 0 if unknown
	RecordingID string
	ReleaseID   string // "" without a release
}

// Source is the name of the source of matches.
const Source = "MusicBrainz"

// Matches searches MusicBrainz for a track. It returns up to 10 matches, the
// best first, or none. It returns NotFound for a track that the viewer may not
// see, Forbidden for one they may not change, Conflict while MusicBrainz is
// turned off, and Unavailable if it does not answer.
func (s *Service) Matches(ctx context.Context, v music.Viewer, trackID string) ([]Match, error) {
	t, err := s.changeable(ctx, v, trackID)
	if err != nil {
		return nil, err
	}
	if !s.settings().AskMusicBrainz {
		return nil, errNoMusicBrainz
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return s.matches(ctx, t)
}

// HasCovers reports whether the operator allows the Cover Art Archive.
func (s *Service) HasCovers() bool { return s.settings().AskCoverArtArchive }

// Cover requests the front cover of a MusicBrainz release from the Cover Art
// Archive: a JPEG, PNG or WebP of up to 1200 pixels a side, or 250 for a
// preview. Its errors are those of Matches, and Invalid for an ID that is not
// valid, and NotFound if there is no such picture.
func (s *Service) Cover(ctx context.Context, v music.Viewer, trackID, releaseID string, preview bool) ([]byte, error) {
	if _, err := s.changeable(ctx, v, trackID); err != nil {
		return nil, err
	}
	if !s.HasCovers() {
		return nil, errNoCoverArtArchive
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return s.cover(ctx, releaseID, preview)
}

// Lyrics requests the lyrics of a track from LRCLIB: LRC lines if available,
// otherwise plain text. Its errors are those of Matches, and NotFound if there
// are none.
func (s *Service) Lyrics(ctx context.Context, v music.Viewer, trackID string) (string, error) {
	t, err := s.changeable(ctx, v, trackID)
	if err != nil {
		return "", err
	}
	if !s.settings().AskLRCLIB {
		return "", errNoLRCLIB
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return s.findLyrics(ctx, t)
}

// changeable returns a track that the viewer may change, because the result is
// meant to be written to it.
func (s *Service) changeable(ctx context.Context, v music.Viewer, id string) (*music.TrackDetail, error) {
	t, err := s.store.Track(ctx, v, id)
	if err == nil && !v.IsAdmin() && (!v.SignedIn() || t.OwnerID != v.AccountID) {
		err = music.ErrForbidden
	}
	return t, err
}
