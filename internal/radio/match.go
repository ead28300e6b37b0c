package radio

import (
	"context"
	"regexp"
	"strings"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// anyMember sees what every member sees, so that a stream's titles reveal
// nobody's private uploads.
var anyMember = music.Viewer{AccountID: "radio", Role: music.Listener}

// aside matches what streams append to titles and libraries do not, such as
// "(Official Video)", "[Remastered]" and "feat. Somebody".
var aside = regexp.MustCompile(`(?i)\s*[\(\[][^\)\]]*[\)\]]\s*|\s+(feat|ft|featuring)\.?\s.*$`)

// match looks for what is on air in the library, by artist and title.
func (s *Service) match(ctx context.Context, p *station.Play) error {
	track, err := s.trackOf(ctx, p.Artist, p.Title)
	if err != nil || track == nil {
		return err
	}
	if err := s.Store.MatchStationPlay(ctx, p.ID, track.ID); err != nil {
		return err
	}
	if on := s.find(p.StationID); on != nil {
		return on.Matched(ctx, p.ID, track.ID, track.Duration.Seconds())
	}
	return nil
}

// trackOf returns the library track with this artist and title, or nil if there
// is none.
func (s *Service) trackOf(ctx context.Context, artist, title string) (*music.Candidate, error) {
	if artist == "" || title == "" {
		return nil, nil
	}
	titles := []string{title}
	if bare := strings.TrimSpace(aside.ReplaceAllString(title, " ")); bare != "" && bare != title {
		titles = append(titles, bare)
	}
	found, err := s.Store.TracksTitled(ctx, anyMember, titles)
	if err != nil {
		return nil, err
	}
	for _, title := range titles {
		for i := range found[title] {
			if c := &found[title][i]; sameArtist(c.Artist, artist) {
				return c, nil
			}
		}
	}
	return nil, nil
}

// sameArtist compares two spellings of artist names.
func sameArtist(library, stream string) bool {
	a, b := store.Folded(library), store.Folded(stream)
	if a == b {
		return true
	}
	a, b = store.Folded(mainArtist(library)), store.Folded(mainArtist(stream))
	return a == b && a != ""
}

var otherArtists = regexp.MustCompile(`(?i)\s*(,|;|&|/|\s(feat|ft|featuring|vs|with|and|x)\.?\s).*$`)

// mainArtist returns the first of several artists.
func mainArtist(name string) string {
	return strings.TrimSpace(otherArtists.ReplaceAllString(name, ""))
}

// Match returns the ID of the library track with this artist and title, or ""
// if there is none.
func (s *Service) Match(ctx context.Context, artist, title string) (string, error) {
	track, err := s.trackOf(ctx, artist, title)
	if err != nil || track == nil {
		return "", err
	}
	return track.ID, nil
}
