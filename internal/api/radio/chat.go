package radio

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/station"
)

// chatLineJSON is a message in the chat of a station.
type chatLineJSON struct {
	ID    string               `json:"id" doc:"ID of the message."`
	By    things.PersonRefJSON `json:"by" doc:"The person who wrote it."`
	IsOwn bool                 `json:"isOwn" doc:"Whether you wrote it."`
	Text  string               `json:"text" doc:"The message."`
	At    edge.Time            `json:"at" doc:"When it was written."`
}

func encodeChatLine(ctx context.Context) func(*station.ChatMessage) chatLineJSON {
	own := edge.Viewer(ctx).AccountID
	return func(m *station.ChatMessage) chatLineJSON {
		return chatLineJSON{m.ID, things.AuthorOf(ctx, m.AccountID, m.ByName), m.AccountID == own, m.Text, edge.Time(m.CreatedAt)}
	}
}

// chatJSON is the chat of a station.
type chatJSON struct {
	IsOpen bool           `json:"isOpen" doc:"Whether the station's chat is on."`
	Items  []chatLineJSON `json:"items" doc:"The newest messages, oldest first; empty while the chat is off."`
}

type chatInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Limit int    `query:"limit" minimum:"1" maximum:"50" default:"50" doc:"Maximum number of messages."`
}

func (a *API) stationChat(ctx context.Context, in *chatInput) (*edge.Body[chatJSON], error) {
	isOpen, list, err := a.Chat.Messages(ctx, edge.Viewer(ctx), in.ID, in.Limit)
	if err != nil {
		return nil, err
	}
	return edge.Reply(chatJSON{isOpen, edge.EncodeAll(list, encodeChatLine(ctx))})
}

type newChatLineInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body struct {
		Text string `json:"text" doc:"One line of up to 280 characters."`
	}
}

func (a *API) writeInChat(ctx context.Context, in *newChatLineInput) (*edge.Body[chatLineJSON], error) {
	m, err := a.Chat.Write(ctx, edge.Viewer(ctx), in.ID, in.Body.Text)
	return edge.Encoded(m, err, encodeChatLine(ctx))
}

type chatLinePath struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the station."`
	Message string `path:"message" maxLength:"64" doc:"ID of the message."`
}

// removeFromChat deletes a message of the viewer, or any message on a station
// that the viewer manages.
func (a *API) removeFromChat(ctx context.Context, in *chatLinePath) (*struct{}, error) {
	return nil, a.Chat.Remove(ctx, edge.Viewer(ctx), in.ID, in.Message)
}
