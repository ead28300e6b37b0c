package mix

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/djmix"
	"sonora/internal/edge"
)

// mixCommentJSON is a comment on a moment of a mix.
type mixCommentJSON struct {
	ID      string               `json:"id" doc:"ID of the comment."`
	By      things.PersonRefJSON `json:"by" doc:"The person who wrote it."`
	IsOwn   bool                 `json:"isOwn" doc:"Whether you wrote it."`
	Seconds float64              `json:"seconds" doc:"The moment of the mix that it is about, in seconds from the beginning."`
	Text    string               `json:"text" doc:"The comment, as plain text."`
	At      edge.Time            `json:"at" doc:"When it was written."`
}

func encodeMixComment(ctx context.Context) func(*djmix.Comment) mixCommentJSON {
	own := edge.Viewer(ctx).AccountID
	return func(c *djmix.Comment) mixCommentJSON {
		return mixCommentJSON{c.ID, things.AuthorOf(ctx, c.AccountID, c.ByName), own != "" && c.AccountID == own, c.At.Seconds(), c.Text, edge.Time(c.CreatedAt)}
	}
}

type mixCommentsInput struct {
	edge.Paging
	ID string `path:"id" maxLength:"64" doc:"ID of the mix."`
}

func (a *API) mixComments(ctx context.Context, in *mixCommentsInput) (*edge.PageOf[mixCommentJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Mixes.Comments(ctx, edge.Viewer(ctx), in.ID, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeMixComment(ctx)), nil
}

type newMixCommentInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the mix."`
	Body struct {
		Seconds float64 `json:"seconds" doc:"The moment of the mix, in seconds from the beginning."`
		Text    string  `json:"text" doc:"One line of up to 500 characters."`
	}
}

func (a *API) commentMix(ctx context.Context, in *newMixCommentInput) (*edge.Body[mixCommentJSON], error) {
	c, err := a.Mixes.Write(ctx, edge.Viewer(ctx), djmix.Comment{MixID: in.ID, At: duration(in.Body.Seconds), Text: in.Body.Text})
	return edge.Encoded(c, err, encodeMixComment(ctx))
}

type mixCommentPath struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the mix."`
	Comment string `path:"comment" maxLength:"64" doc:"ID of the comment."`
}

func (a *API) removeMixComment(ctx context.Context, in *mixCommentPath) (*struct{}, error) {
	return nil, a.Mixes.RemoveComment(ctx, edge.Viewer(ctx), in.ID, in.Comment)
}
