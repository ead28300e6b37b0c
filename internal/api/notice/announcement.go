package notice

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/notice"
)

type announcementInput struct {
	Body struct {
		Text string `json:"text" doc:"1 to 500 characters."`
		Link string `json:"link,omitempty" doc:"A path of the web app, or a web address."`
	}
}

type announcedJSON struct {
	Told int `json:"told" doc:"Number of accounts notified."`
}

func (a *API) announceToAll(ctx context.Context, in *announcementInput) (*edge.Body[announcedJSON], error) {
	told, err := a.Notify.Announce(ctx, notice.Announcement{Text: in.Body.Text, Link: in.Body.Link})
	if err != nil {
		return nil, err
	}
	return edge.Reply(announcedJSON{told})
}
