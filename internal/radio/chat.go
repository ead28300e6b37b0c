package radio

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Publisher carries events to browsers.
type Publisher interface {
	Publish(e music.Event)
}

// Chat is what members say to each other while they listen to a station. Every
// change is told to open pages; what is in the chat does not travel.
type Chat struct {
	store  *store.Store
	events Publisher
	now    func() time.Time
}

// NewChat returns the chats of all stations.
func NewChat(db *store.Store, events Publisher) *Chat {
	return &Chat{store: db, events: events, now: time.Now}
}

var errNoChat = music.NewError(music.Forbidden, "This station has no chat.")

// Messages returns the newest messages, the oldest of them first. isOpen is
// false, and there are none, while the chat is off. NotFound when the viewer may
// not see the station.
func (c *Chat) Messages(ctx context.Context, v music.Viewer, stationID string, limit int) (isOpen bool, list []station.ChatMessage, err error) {
	s, err := c.store.Station(ctx, v, stationID)
	if err != nil || !s.Options.Chat {
		return false, nil, err
	}
	list, err = c.store.StationMessages(ctx, v, s.ID, limit)
	return err == nil, list, err
}

// Write adds a message. Forbidden while the chat is off, TooMany for somebody
// who writes much.
func (c *Chat) Write(ctx context.Context, v music.Viewer, stationID, text string) (*station.ChatMessage, error) {
	s, err := c.store.Station(ctx, v, stationID)
	if err != nil {
		return nil, err
	}
	if !s.Options.Chat {
		return nil, errNoChat
	}
	m := &station.ChatMessage{StationID: s.ID, Text: text, CreatedAt: c.now()}
	if err := c.store.AddStationMessage(ctx, v, m); err != nil {
		return nil, err
	}
	c.tell(s.ID)
	return m, nil
}

// Remove takes out a message of one's own, or any on a station that one manages.
func (c *Chat) Remove(ctx context.Context, v music.Viewer, stationID, messageID string) error {
	s, err := c.store.Station(ctx, v, stationID)
	if err != nil {
		return err
	}
	if err := c.store.RemoveStationMessage(ctx, v, s.ID, messageID, s.MayManage(v), c.now()); err != nil {
		return err
	}
	c.tell(s.ID)
	return nil
}

// tell has open pages of members read the chat again.
func (c *Chat) tell(stationID string) {
	c.events.Publish(music.Event{Type: music.EventStationChat, Data: station.ChatChange{StationID: stationID}})
}
