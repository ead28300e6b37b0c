package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/scrobble"
	"sonora/internal/webhook"
	"sonora/internal/words"
)

// message is what a webhook receives.
type message struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      any    `json:"data"`
}

type trackJSON struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Artist string `json:"artist"`
	Album  string `json:"album"`
}

type playJSON struct {
	webhook.PlayData
	Track *trackJSON `json:"track"` // null once it is deleted or hidden from the person
}

type likeJSON struct {
	music.LikeChange
	Track *trackJSON `json:"track"`
}

type ratingJSON struct {
	music.RatingChange
	Track *trackJSON `json:"track"`
}

type notificationJSON struct {
	ID    string `json:"id,omitempty"`
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Link  string `json:"link"`
}

// bodyOf returns the message about an event for the person with an account.
func (s *Service) bodyOf(ctx context.Context, account *music.Account, d *webhook.Delivery) ([]byte, error) {
	m := message{Type: string(d.Event), Timestamp: d.At.UTC().Format(time.RFC3339Nano)}
	var err error
	switch d.Event {
	case webhook.Play:
		m.Data, err = about(ctx, s, account, d, func(e webhook.PlayData, t *trackJSON) any { return playJSON{e, t} }, func(e webhook.PlayData) string { return e.TrackID })
	case webhook.Like:
		m.Data, err = about(ctx, s, account, d, func(e music.LikeChange, t *trackJSON) any { return likeJSON{e, t} }, func(e music.LikeChange) string { return e.TrackID })
	case webhook.Rating:
		m.Data, err = about(ctx, s, account, d, func(e music.RatingChange, t *trackJSON) any { return ratingJSON{e, t} }, func(e music.RatingChange) string { return e.TrackID })
	case webhook.Notification:
		m.Data, err = notificationOf(account, d)
	default:
		m.Data = json.RawMessage(d.Data)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(m)
}

// about decodes an event about a track and adds what the track is called now.
func about[E any](ctx context.Context, s *Service, account *music.Account, d *webhook.Delivery, with func(E, *trackJSON) any, trackOf func(E) string) (any, error) {
	var e E
	if err := json.Unmarshal(d.Data, &e); err != nil {
		return nil, fmt.Errorf("decode an event: %w", err)
	}
	song, err := s.Store.SongOf(ctx, music.Viewer{AccountID: account.ID, Role: account.Role}, trackOf(e))
	if music.CodeOf(err) == music.NotFound {
		return with(e, nil), nil
	}
	if err != nil {
		return nil, err
	}
	return with(e, encodeTrack(trackOf(e), song)), nil
}

func encodeTrack(id string, song *scrobble.Song) *trackJSON {
	return &trackJSON{ID: id, Title: song.Title, Artist: song.Artist, Album: song.Album}
}

// notificationOf writes a notification in the language of the person.
func notificationOf(account *music.Account, d *webhook.Delivery) (any, error) {
	var e webhook.NotificationData
	n := notice.Notification{}
	if err := json.Unmarshal(d.Data, &e); err != nil {
		return nil, fmt.Errorf("decode an event: %w", err)
	}
	if err := json.Unmarshal(e.Data, &n.Data); err != nil {
		return nil, fmt.Errorf("decode a notification: %w", err)
	}
	n.Kind = notice.Kind(e.Kind)
	return notificationJSON{ID: e.ID, Kind: e.Kind, Title: words.Render(account.Language, n.Kind.Title()), Text: words.Render(account.Language, n.Sentence()), Link: e.Link}, nil
}

// testType is the type of test messages.
const testType = "test"

func encodeTest(now time.Time) ([]byte, error) {
	return json.Marshal(message{Type: testType, Timestamp: now.UTC().Format(time.RFC3339Nano), Data: struct{}{}})
}
