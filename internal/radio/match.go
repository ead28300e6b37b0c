package radio

import (
	"context"
	"regexp"
	"strings"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// anyMember sees what every member sees: nobody learns of the uploads of
// others because a stream names them.
var anyMember = music.Viewer{AccountID: "radio", Role: music.Listener}

// aside is what streams add to titles that libraries do not: «(Official
// Video)», «[Remastered]», «feat. Somebody».
var aside = regexp.MustCompile(`(?i)\s*[\(\[][^\)\]]*[\)\]]\s*|\s+(feat|ft|featuring)\.?\s.*$`)

// match looks for what is on air in the library, by its tags.
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

// trackOf is the track of the operator's library with these tags; nil for none.
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

// sameArtist compares two names as people write them.
func sameArtist(library, stream string) bool {
	a, b := store.Folded(library), store.Folded(stream)
	if a == b {
		return true
	}
	a, b = store.Folded(mainArtist(library)), store.Folded(mainArtist(stream))
	return a == b && a != ""
}

var otherArtists = regexp.MustCompile(`(?i)\s*(,|;|&|/|\s(feat|ft|featuring|vs|with|and|x)\.?\s).*$`)

// mainArtist is the first of several.
func mainArtist(name string) string {
	return strings.TrimSpace(otherArtists.ReplaceAllString(name, ""))
}

// Match is the ID of the track of the operator's library with these tags; ""
// for none.
func (s *Service) Match(ctx context.Context, artist, title string) (string, error) {
	track, err := s.trackOf(ctx, artist, title)
	if err != nil || track == nil {
		return "", err
	}
	return track.ID, nil
}
