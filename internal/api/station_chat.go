package api

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// chatLineJSON is a line in the chat of a station.
type chatLineJSON struct {
	ID    string        `json:"id"`
	By    personRefJSON `json:"by"`
	IsOwn bool          `json:"isOwn"`
	Text  string        `json:"text"`
	At    time.Time     `json:"at"`
}

func encodeChatLine(ctx context.Context) func(*station.ChatMessage) chatLineJSON {
	language, own := music.LanguageOf(ctx), edge.Viewer(ctx).AccountID
	return func(m *station.ChatMessage) chatLineJSON {
		by := personRefJSON{Name: words.Member(language)}
		if m.ByName != "" {
			by = personRefJSON{edge.OrNull(m.AccountID), m.ByName}
		}
		return chatLineJSON{m.ID, by, m.AccountID == own, m.Text, m.CreatedAt.UTC()}
	}
}

// chatJSON is what members say to each other while they listen.
type chatJSON struct {
	IsOpen bool           `json:"isOpen" doc:"The station has a chat."`
	Items  []chatLineJSON `json:"items" doc:"The newest, the oldest of them first; none while the chat is off."`
}

type chatInput struct {
	ID    string `path:"id" maxLength:"64"`
	Limit int    `query:"limit" minimum:"1" maximum:"50" default:"50"`
}

func (a *API) stationChat(ctx context.Context, in *chatInput) (*edge.Body[chatJSON], error) {
	s, err := a.store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if !s.Options.Chat {
		return edge.Reply(chatJSON{Items: []chatLineJSON{}})
	}
	list, err := a.store.StationMessages(ctx, edge.Viewer(ctx), s.ID, in.Limit)
	if err != nil {
		return nil, err
	}
	return edge.Reply(chatJSON{true, edge.EncodeAll(list, encodeChatLine(ctx))})
}

type newChatLineInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Text string `json:"text" doc:"One line of up to 280 characters."`
	}
}

func (a *API) writeInChat(ctx context.Context, in *newChatLineInput) (*edge.Body[chatLineJSON], error) {
	s, err := a.store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if !s.Options.Chat {
		return nil, music.NewError(music.Forbidden, "This station has no chat.")
	}
	m := &station.ChatMessage{StationID: s.ID, Text: in.Body.Text, CreatedAt: time.Now()}
	if err := a.store.AddStationMessage(ctx, edge.Viewer(ctx), m); err != nil {
		return nil, err
	}
	a.chatChanged(s.ID)
	return edge.Encoded(m, nil, encodeChatLine(ctx))
}

type chatLinePath struct {
	ID      string `path:"id" maxLength:"64"`
	Message string `path:"message" maxLength:"64"`
}

// removeFromChat takes a line of one's own out, or any of a station of one's own.
func (a *API) removeFromChat(ctx context.Context, in *chatLinePath) (*edge.Body[edge.Detail], error) {
	s, err := a.store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.store.RemoveStationMessage(ctx, edge.Viewer(ctx), s.ID, in.Message, s.MayManage(edge.Viewer(ctx)), time.Now()); err != nil {
		return nil, err
	}
	a.chatChanged(s.ID)
	return edge.Say("The message is gone.")
}

// chatChanged has open pages of members read the chat again; what is in it
// does not travel.
func (a *API) chatChanged(stationID string) {
	a.events.Publish(music.Event{Type: music.EventStationChat, Data: station.ChatChange{StationID: stationID}})
}
