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

// Chat holds the chats of stations, in which members talk while they listen. A
// change is announced to open pages, which then read the chat; the event does not
// contain the message.
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

// Messages returns the newest messages, oldest first. While the chat is off,
// isOpen is false and there are none. It returns NotFound if the viewer may not
// see the station.
func (c *Chat) Messages(ctx context.Context, v music.Viewer, stationID string, limit int) (isOpen bool, list []station.ChatMessage, err error) {
	s, err := c.store.Station(ctx, v, stationID)
	if err != nil || !s.Options.Chat {
		return false, nil, err
	}
	list, err = c.store.StationMessages(ctx, v, s.ID, limit)
	return err == nil, list, err
}

// Write adds a message. It returns Forbidden while the chat is off, and TooMany
// for a person who writes too often.
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

// Remove deletes the viewer's own message, or any message on a station that the
// viewer manages.
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

// tell makes members' open pages read the chat again.
func (c *Chat) tell(stationID string) {
	c.events.Publish(music.Event{Type: music.EventStationChat, Data: station.ChatChange{StationID: stationID}})
}
