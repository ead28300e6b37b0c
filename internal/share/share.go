// Package share lets people without an account play what somebody shared with
// them by a link, and nothing else.
package share

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store"
	"sonora/internal/words"
)

// Playlists provides the tracks of a playlist.
type Playlists interface {
	Entries(ctx context.Context, v music.Viewer, playlistID string, p music.Page) (music.EntryList, error)
}

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Allows returns Forbidden if the viewer's plan does not have a switch.
	Allows(ctx context.Context, v music.Viewer, e premium.Entitlement) error
}

// Settings provides the operator's settings.
type Settings interface{ Get() music.Settings }

// Service creates and opens links.
type Service struct {
	store     *store.Store
	settings  Settings
	playlists Playlists
	plans     Plans
	now       func() time.Time
}

// New returns a Service.
func New(s *store.Store, set Settings, playlists Playlists, plans Plans) *Service {
	return &Service{store: s, settings: set, playlists: playlists, plans: plans, now: time.Now}
}

var (
	errOff  = music.NewError(music.Forbidden, "Sharing with people who have no account is turned off on this server. Ask the operator.").Coded(music.CodeTurnedOff)
	errPast = music.FieldError(music.Invalid, "expiresAt", music.Say("Choose a time in the future."))
	errHeld = music.NewError(music.Forbidden, "This station is for members only. Its owner, its DJs and operators may share it with people who have no account.")
	errOwn  = music.NewError(music.Forbidden, "This mix is for members only. Its owner and operators may share it with people who have no account.")
	errGone = music.NewError(music.NotFound, "This link no longer works. Ask the person who sent it for a new one.")
)

// AsListener returns the viewer through whom an account's shared items are
// read: the account itself, but never with an operator's rights, which would
// reveal other people's private music, and without music that awaits a review.
func AsListener(accountID string) music.Viewer {
	return music.Viewer{AccountID: accountID, Role: music.Listener, ForOthers: true}
}

// Create creates a link to an item that the viewer may play. A zero expiry
// means forever. It returns Forbidden if the operator turned sharing off,
// NotFound if there is no such item, Conflict for a track that awaits a review, and
// Invalid for a time in the past.
func (s *Service) Create(ctx context.Context, v music.Viewer, kind link.Kind, itemID string, expires time.Time) (*link.Shared, error) {
	if !s.settings.Get().AllowSharing {
		return nil, errOff
	}
	now := s.now()
	if !expires.IsZero() && !expires.After(now) {
		return nil, errPast
	}
	if err := s.mayShareTrack(ctx, v, kind, itemID); err != nil {
		return nil, err
	}
	share := &link.Link{ID: rand.Text(), AccountID: v.AccountID, Kind: kind, ItemID: itemID, CreatedAt: now, ExpiresAt: expires}
	shared, err := s.head(ctx, share)
	if err != nil {
		return nil, err
	}
	return shared, s.store.CreateShare(ctx, share)
}

// SetExpiry changes when a link of the viewer expires.
func (s *Service) SetExpiry(ctx context.Context, v music.Viewer, id string, expires time.Time) (*link.Shared, error) {
	if !expires.IsZero() && !expires.After(s.now()) {
		return nil, errPast
	}
	if err := s.store.SetShareExpiry(ctx, v.AccountID, id, expires); err != nil {
		return nil, err
	}
	share, err := s.store.Share(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.Describe(ctx, share)
}

// Describe returns what a link leads to, without its tracks. An item that is
// deleted, or that may not be shared any more, has no title.
func (s *Service) Describe(ctx context.Context, share *link.Link) (*link.Shared, error) {
	shared, err := s.head(ctx, share)
	if code := music.CodeOf(err); code == music.NotFound || code == music.Forbidden {
		return &link.Shared{Link: share}, nil
	}
	return shared, err
}

// DescribeAll is Describe for several links.
func (s *Service) DescribeAll(ctx context.Context, links []link.Link) ([]link.Shared, error) {
	list := make([]link.Shared, len(links))
	for i := range links {
		shared, err := s.Describe(ctx, &links[i])
		if err != nil {
			return nil, err
		}
		list[i] = *shared
	}
	return list, nil
}

// WithTracks adds the tracks of links that the viewer manages: those that the viewer may
// hear. It does not count as a visit.
func (s *Service) WithTracks(ctx context.Context, v music.Viewer, list []link.Shared) error {
	for i := range list {
		if list[i].Title == "" {
			continue // the link leads nowhere any more
		}
		tracks, err := s.tracks(ctx, AsListener(v.AccountID), list[i].Link)
		if err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
		list[i].Tracks = tracks
	}
	return nil
}

// Open returns what a link leads to, with its tracks. It returns NotFound if
// the link is unknown, expired or revoked, or if its owner may no longer play
// the item.
func (s *Service) Open(ctx context.Context, id string) (*link.Shared, error) {
	shared, err := s.Peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if shared.Tracks, err = s.tracks(ctx, AsListener(shared.Link.AccountID), shared.Link); err != nil {
		return nil, err
	}
	if shared.EarlyUntil, err = s.earlyUntil(ctx, shared); err != nil {
		return nil, err
	}
	return shared, s.store.VisitShare(ctx, id, s.now())
}

// earlyUntil returns until when a mix cannot be played through a link; zero if it can. A
// link does not lend the early access of whoever created it, unless the mix is theirs.
func (s *Service) earlyUntil(ctx context.Context, shared *link.Shared) (time.Time, error) {
	m := shared.Mix
	if m == nil || m.OwnerID == shared.Link.AccountID || !m.EarlyUntil.After(s.now()) {
		return time.Time{}, nil
	}
	err := s.plans.Allows(ctx, music.Viewer{}, premium.EarlyMixes)
	if music.CodeOf(err) == music.Forbidden {
		return m.EarlyUntil, nil
	}
	return time.Time{}, err
}

// Peek is Open without the tracks. It does not count as a visit.
func (s *Service) Peek(ctx context.Context, id string) (*link.Shared, error) {
	share, err := s.valid(ctx, id)
	if err != nil {
		return nil, err
	}
	shared, err := s.head(ctx, share)
	return shared, gone(err)
}

// Listener returns the viewer through whom a track of a link is read. It
// returns NotFound if the link does not contain the track.
func (s *Service) Listener(ctx context.Context, id, trackID string) (music.Viewer, error) {
	share, err := s.valid(ctx, id)
	if err != nil {
		return music.Viewer{}, err
	}
	if _, err := s.head(ctx, share); err != nil { // the owner still exists and may still share the item
		return music.Viewer{}, gone(err)
	}
	v := AsListener(share.AccountID)
	behind, err := s.isBehind(ctx, v, share, trackID)
	if err == nil && !behind {
		err = errGone
	}
	return v, gone(err)
}

func (s *Service) isBehind(ctx context.Context, v music.Viewer, share *link.Link, trackID string) (bool, error) {
	switch share.Kind {
	case link.Track:
		return share.ItemID == trackID, nil
	case link.Album:
		return s.store.InAlbum(ctx, v, share.ItemID, trackID)
	case link.Playlist:
		// A player requests a song in many pieces, so ask most playlists about
		// this song only.
		if listed, err := s.store.InPlaylist(ctx, v, share.ItemID, trackID); err != nil || listed {
			return listed, err
		}
		tracks, err := s.tracks(ctx, v, share) // a smart playlist
		return slices.ContainsFunc(tracks, func(t music.Track) bool { return t.ID == trackID }), err
	default:
		return false, nil
	}
}

// valid returns a link that works and whose owner still exists.
func (s *Service) valid(ctx context.Context, id string) (*link.Link, error) {
	if !s.settings.Get().AllowSharing {
		return nil, errGone
	}
	share, err := s.store.Share(ctx, id)
	if err != nil {
		return nil, gone(err)
	}
	if share.Over(s.now()) {
		return nil, errGone
	}
	if _, err := s.owner(ctx, share); err != nil {
		return nil, gone(err)
	}
	return share, nil
}

// owner returns the owner of a link. It returns NotFound if they may no longer
// sign in or have asked to be deleted.
func (s *Service) owner(ctx context.Context, share *link.Link) (*music.Account, error) {
	owner, err := s.store.AccountByID(ctx, share.AccountID)
	if err == nil && (!owner.DisabledAt.IsZero() || !owner.DeleteAt.IsZero()) {
		return nil, music.ErrNotFound
	}
	return owner, err
}

// gone maps every kind of absence to the same error.
func gone(err error) error {
	if code := music.CodeOf(err); err != nil && (code == music.NotFound || code == music.Forbidden) {
		return errGone
	}
	return err
}

// head returns what a link leads to, without its tracks.
func (s *Service) head(ctx context.Context, share *link.Link) (*link.Shared, error) {
	owner, err := s.owner(ctx, share)
	if err != nil {
		return nil, err
	}
	shared := &link.Shared{Link: share, SharedBy: nameOf(ctx, owner)}
	if err := s.fill(ctx, AsListener(share.AccountID), shared); err != nil {
		return shared, err
	}
	if share.Kind == link.Station {
		return shared, s.mayShareStation(ctx, owner, share.ItemID)
	}
	if m := shared.Mix; share.Kind == link.Mix && !mayOpen(owner, m.IsPublic, m.OwnerID) {
		return shared, errOwn
	}
	return shared, nil
}

// mayOpen reports whether a person may open a station or a mix to everybody: one
// that is public anyway, their own, and any for an operator.
func mayOpen(person *music.Account, isPublic bool, ownerID string) bool {
	return isPublic || ownerID == person.ID || person.Role == music.Admin
}

// mayShareTrack returns generation.ErrNotReviewed for a track that the viewer may see
// but others may not hear yet.
func (s *Service) mayShareTrack(ctx context.Context, v music.Viewer, kind link.Kind, id string) error {
	if kind != link.Track {
		return nil
	}
	if _, err := s.store.Track(ctx, v, id); err != nil {
		return err
	}
	return s.store.CheckReviewed(ctx, id)
}

// mayShareStation returns Forbidden if a person may hear a station but not open
// it to everybody.
func (s *Service) mayShareStation(ctx context.Context, owner *music.Account, id string) error {
	st, err := s.store.Station(ctx, AsListener(owner.ID), id)
	if err != nil || mayOpen(owner, st.IsPublic, st.OwnerID) {
		return err
	}
	dj, err := s.store.StationDJOfAccount(ctx, id, owner.ID)
	if music.CodeOf(err) == music.NotFound || err == nil && !dj.IsEnabled {
		return errHeld
	}
	return err
}

// nameOf returns a person's public name: never the email address, and no name
// for a private person.
func nameOf(ctx context.Context, a *music.Account) string {
	if a.IsPrivate {
		return words.Member(music.LanguageOf(ctx))
	}
	return a.FullName()
}

func (s *Service) fill(ctx context.Context, v music.Viewer, shared *link.Shared) error {
	id := shared.Link.ItemID
	switch shared.Link.Kind {
	case link.Track:
		t, err := s.store.Track(ctx, v, id)
		if err != nil {
			return err
		}
		shared.Title, shared.Subtitle, shared.Cover = t.Title, t.Artist, t.Cover
	case link.Album:
		al, err := s.store.Album(ctx, v, id)
		if err != nil {
			return err
		}
		shared.Title, shared.Subtitle, shared.Cover = al.Title, al.Artist, al.Cover
	case link.Playlist:
		p, err := s.store.Playlist(ctx, v, id)
		if err != nil {
			return err
		}
		if p.OwnerID != v.AccountID && !p.IsPublic {
			return music.ErrForbidden // members may not share the playlist on
		}
		shared.Title, shared.Subtitle, shared.Cover = p.Name, p.OwnerName, p.Cover
		if p.OwnerPrivate { // anyone with the link reads this
			shared.Subtitle = words.Member(music.LanguageOf(ctx))
		}
	case link.Station:
		st, err := s.store.Station(ctx, v, id)
		if err != nil {
			return err
		}
		shared.Title, shared.Subtitle = st.Name, st.Genre
	case link.Mix:
		m, err := s.store.Mix(ctx, v, id)
		if err != nil {
			return err
		}
		shared.Title, shared.Subtitle, shared.Mix = m.Title, m.DJName, m
	default:
		return music.ErrNotFound
	}
	return nil
}

func (s *Service) tracks(ctx context.Context, v music.Viewer, share *link.Link) ([]music.Track, error) {
	all := music.Page{Limit: link.MaxTracks}
	switch share.Kind {
	case link.Track:
		t, err := s.store.Track(ctx, v, share.ItemID)
		if err != nil {
			return nil, gone(err)
		}
		return []music.Track{t.Track}, nil
	case link.Album:
		list, err := s.store.Tracks(ctx, v, music.TrackFilter{AlbumID: share.ItemID}, all)
		return list.Items, err
	case link.Playlist:
		list, err := s.playlists.Entries(ctx, v, share.ItemID, all)
		tracks := []music.Track{}
		for _, e := range list.Items {
			if e.Track.MissingAt.IsZero() {
				tracks = append(tracks, e.Track)
			}
		}
		return tracks, gone(err)
	default:
		return []music.Track{}, nil
	}
}
