// Package online asks others about music: MusicBrainz for names, the Cover Art
// Archive for covers, LRCLIB for lyrics. Each is asked only while the operator
// lets it be, only when a person wants it, and only what docs/operate.md lists.
package online

import (
	"context"
	"time"

	"sonora/internal/music"
)

// Where the others are unless the operator names mirrors.
const (
	musicBrainzURL     = "https://musicbrainz.org"
	coverArtArchiveURL = "https://coverartarchive.org"
	lrclibURL          = "https://lrclib.net"
)

// Store knows the tracks.
type Store interface {
	Track(ctx context.Context, v music.Viewer, id string) (*music.TrackDetail, error)
}

// Config is what the service stands on. All fields but the addresses are required.
type Config struct {
	Store    Store
	Settings func() music.Settings
	Version  string // of the program, for the others to know who asks
	Contact  string // how they reach the operator where the settings have no address

	// Addresses of mirrors or stand-ins. They may be http and in a private network.
	MusicBrainz, CoverArtArchive, LRCLIB string
}

// Service asks others. It is safe for concurrent use.
type Service struct {
	store    Store
	settings func() music.Settings

	names, covers, lyrics *source
}

// New returns the service, an error for an address that is none.
func New(c Config) (*Service, error) {
	s := &Service{store: c.Store, settings: c.Settings}
	remembered := newMemory()
	agent := "Sonora/" + c.Version
	for _, other := range []struct {
		to               **source
		name, given, own string
		every            time.Duration
		most             int64
		agent            func() string
	}{
		// MusicBrainz wants to be asked once a second at most, and to be able to
		// write to somebody: https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting
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
		source, err := newSource(other.name, other.given, other.own, other.every, other.most)
		if err != nil {
			return nil, err
		}
		source.agent, source.memory = other.agent, remembered
		*other.to = source
	}
	return s, nil
}

// What is said while the operator has not switched somebody on.
var (
	errNoMusicBrainz     = music.NewError(music.Conflict, "Asking MusicBrainz is switched off. The operator can switch it on in the settings.")
	errNoCoverArtArchive = music.NewError(music.Conflict, "Asking the Cover Art Archive is switched off. The operator can switch it on in the settings.")
	errNoLRCLIB          = music.NewError(music.Conflict, "Asking LRCLIB is switched off. The operator can switch it on in the settings.")
)

// Match is what MusicBrainz knows that may be a track: a recording as a release has it.
type Match struct {
	Score       float64 // 0 to 1, see score
	Title       string
	Artist      string // as the release credits them
	Album       string // "" for a recording on no release
	Year        int    // 0: not known
	RecordingID string
	ReleaseID   string // "" without a release
}

// Source names where matches are from.
const Source = "MusicBrainz"

// Matches asks MusicBrainz what a track is; best first, at most 10, none when
// it knows nothing like it. NotFound for a track the viewer may not see,
// Forbidden for one they may not change, Conflict while MusicBrainz is
// switched off, Unavailable when it does not answer.
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

// HasCovers reports whether the Cover Art Archive may be asked.
func (s *Service) HasCovers() bool { return s.settings().AskCoverArtArchive }

// Cover asks the Cover Art Archive for the front of a release of MusicBrainz:
// a JPEG, PNG or WebP of up to 1200 pixels a side, 250 for a preview. The
// errors are those of Matches, besides Invalid for an id that is none and
// NotFound when there is no such picture.
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

// Lyrics asks LRCLIB for the lyrics of a track: LRC lines where it has them,
// else plain. The errors are those of Matches, besides NotFound when there are none.
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

// changeable returns a track the viewer may change: what is asked for is to be
// written to it.
func (s *Service) changeable(ctx context.Context, v music.Viewer, id string) (*music.TrackDetail, error) {
	t, err := s.store.Track(ctx, v, id)
	if err == nil && !v.IsAdmin() && (!v.SignedIn() || t.OwnerID != v.AccountID) {
		err = music.ErrForbidden
	}
	return t, err
}
