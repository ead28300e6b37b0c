package review

import (
	"cmp"
	"context"
	"encoding/json"

	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/style"
	"sonora/internal/edge"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store"
)

// aiTrackJSON is a generation as operators see it.
type aiTrackJSON struct {
	ID           string           `json:"id" doc:"ID of the generation."`
	TrackID      *string          `json:"trackId" doc:"ID of the track; null if it was deleted."`
	Title        string           `json:"title" doc:"Title."`
	Prompt       string           `json:"prompt" doc:"What the person asked for; empty for an upload."`
	Provider     string           `json:"provider" doc:"Who made it: built-in, suno, mubert and so on; upload for an upload that sounds like music that AI made here."`
	Status       string           `json:"status" enum:"pending,approved,rejected" doc:"What operators decided."`
	Reason       string           `json:"reason" doc:"Why it was rejected; may be empty."`
	Duration     float64          `json:"duration" doc:"Seconds."`
	Genre        string           `json:"genre" doc:"Genre; may be empty."`
	CreatedAt    edge.Time        `json:"createdAt" doc:"When it was asked for."`
	ReviewedAt   edge.TimeOrNull  `json:"reviewedAt" doc:"When it was decided last; null for never."`
	ReviewedBy   *string          `json:"reviewedBy" doc:"Name of the operator; null for nobody, or for the server itself."`
	UserID       string           `json:"userId" doc:"ID of the person who asked for it."`
	UserName     string           `json:"userName" doc:"Name of that person."`
	PlayCount    int              `json:"playCount" doc:"How often it has been played."`
	Likes        int              `json:"likes" doc:"Number of people who like it."`
	AudioURL     *string          `json:"audioUrl" doc:"Path of the audio on this server; null if the track was deleted."`
	QualityScore *float64         `json:"qualityScore" doc:"Measured quality, 0 to 10; null if it could not be measured."`
	Quality      []aiQualityJSON  `json:"quality" doc:"Parts of the quality."`
	Likeness     []aiLikenessJSON `json:"likeness" nullable:"true" doc:"Tracks of the library that it resembles, up to 5; null until it is compared with the library."`
}

type aiQualityJSON struct {
	Name   string  `json:"name" doc:"loudness, peak, balance, stereo, crest, key, rhythm, repetition, contrast, melody, clipping, silence or ending."`
	Value  float64 `json:"value" doc:"0 to 1."`
	Weight float64 `json:"weight" doc:"How much it counts."`
}

type aiLikenessJSON struct {
	TrackID string  `json:"trackId" doc:"ID of the track; empty if it was deleted."`
	Title   string  `json:"title" doc:"Its title; empty if it was deleted."`
	Kind    string  `json:"kind" enum:"tune,sound" doc:"tune: the same notes, perhaps in another key and tempo. sound: the same recording, or a part of it."`
	Share   float64 `json:"share" doc:"How alike they are, 0 to 1."`
	At      float64 `json:"at" doc:"Seconds from the beginning of the generation."`
	OtherAt float64 `json:"otherAt" doc:"Seconds from the beginning of the track."`
}

func encodeTrack(ctx context.Context, r *store.ReviewedGeneration) (aiTrackJSON, error) {
	x, v := &r.Generation, &r.Review
	out := aiTrackJSON{
		ID: x.ID, TrackID: edge.OrNull(x.TrackID), Title: x.Title, Prompt: x.Prompt, Provider: x.Provider, Status: string(v.Verdict), Reason: v.Reason,
		Duration: x.Duration.Seconds(), Genre: genre(ctx, x.Style), CreatedAt: edge.Time(x.CreatedAt), ReviewedAt: edge.TimeOrNull(v.At), ReviewedBy: edge.OrNull(v.ReviewerName),
		UserID: x.OwnerID, UserName: x.OwnerName, PlayCount: r.Plays, Likes: r.Likes, Quality: []aiQualityJSON{},
	}
	if x.TrackID != "" {
		out.AudioURL = new("/api/tracks/" + x.TrackID + "/stream")
	}
	if v.Score != generation.NoScore {
		out.QualityScore = &v.Score
	}
	var parts []judge.Part
	if len(v.Parts) > 0 {
		if err := json.Unmarshal(v.Parts, &parts); err != nil {
			return out, err
		}
	}
	for _, p := range parts {
		out.Quality = append(out.Quality, aiQualityJSON{p.Name, p.Score, p.Weight})
	}
	if len(v.Likeness) > 0 {
		return out, json.Unmarshal(v.Likeness, &out.Likeness)
	}
	return out, nil
}

// genre returns the genre of a generation: the name of a style of the composer in the
// viewer's language, or what a provider said.
func genre(ctx context.Context, name string) string {
	if s := style.Named(name); s != nil {
		return s.Label.In(music.LanguageOf(ctx))
	}
	return name
}

type tracksInput struct {
	edge.Paging

	Text     string `query:"q" maxLength:"500" doc:"Words in the title, the prompt or the name of the person; case and accents do not matter."`
	Status   string `query:"status" enum:"pending,approved,rejected" doc:"Only those of this status."`
	Provider string `query:"provider" maxLength:"100" doc:"Only those that this provider made."`
	Sort     string `query:"sort" enum:"created,-created,title,-title,user,-user,provider,-provider,quality,-quality,duration,-duration,plays,-plays,likes,-likes,reviewed,-reviewed" default:"-created" doc:"A column, with a minus for the other direction. The order in which tracks were asked for decides between equal values."`
}

func (a *API) tracks(ctx context.Context, in *tracksInput) (*edge.PageOf[aiTrackJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.GenerationTable(ctx, generation.Table{
		Text: in.Text, Verdict: generation.Verdict(in.Status), Provider: in.Provider, Sort: generation.TableSort(in.Sort),
	}, page)
	if err != nil {
		return nil, err
	}
	encoded := make(map[string]aiTrackJSON, len(list.Items))
	for i := range list.Items {
		if encoded[list.Items[i].ID], err = encodeTrack(ctx, &list.Items[i]); err != nil {
			return nil, err
		}
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, func(r *store.ReviewedGeneration) aiTrackJSON { return encoded[r.ID] }), nil
}

func (a *API) approve(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Reviews.Approve(ctx, edge.Viewer(ctx), in.ID)
}

type reasonInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the generation."`
	Body *struct {
		Reason string `json:"reason,omitempty" doc:"Why, for the person who asked for the track; at most 500 characters."`
	}
}

func (in *reasonInput) reason() string {
	if in.Body == nil {
		return ""
	}
	return in.Body.Reason
}

func (a *API) reject(ctx context.Context, in *reasonInput) (*struct{}, error) {
	return nil, a.Reviews.Reject(ctx, edge.Viewer(ctx), in.ID, in.reason())
}

func (a *API) unpublish(ctx context.Context, in *reasonInput) (*struct{}, error) {
	return nil, a.Reviews.Unpublish(ctx, edge.Viewer(ctx), in.ID, in.reason())
}

type decideInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the generations."`
		Action string   `json:"action" enum:"approve,reject,unpublish" doc:"approve: make them public. reject: keep pending ones from the public. unpublish: take back approvals."`
		Reason string   `json:"reason,omitempty" doc:"Why, for the people who asked for the tracks; at most 500 characters. An approval needs none."`
	}
}

func (a *API) decide(ctx context.Context, in *decideInput) (*edge.Body[edge.Bulk], error) {
	v, reason := edge.Viewer(ctx), in.Body.Reason
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (bool, error) {
		switch in.Body.Action {
		case "approve":
			return true, a.Reviews.Approve(ctx, v, id)
		case "reject":
			return true, a.Reviews.Reject(ctx, v, id, reason)
		default:
			return true, a.Reviews.Unpublish(ctx, v, id, reason)
		}
	})
}

// aiLogJSON is an entry of the log of generations.
type aiLogJSON struct {
	ID        string    `json:"id" doc:"ID of the entry."`
	UserID    *string   `json:"userId" doc:"ID of the person; null if the account was deleted."`
	UserName  string    `json:"userName" doc:"Name of the person; empty if the account was deleted."`
	Provider  string    `json:"provider" doc:"Who made it: built-in, suno, mubert and so on."`
	Prompt    string    `json:"prompt" doc:"What the person asked for; empty if the account was deleted."`
	Timestamp edge.Time `json:"timestamp" doc:"When it ended."`
	Status    string    `json:"status" enum:"success,failed,cancelled" doc:"How it ended."`
	Cost      float64   `json:"cost" doc:"Dollars."`
}

type logsInput struct {
	edge.Paging

	Text     string `query:"q" maxLength:"500" doc:"Words in the prompt or the name of the person; case and accents do not matter."`
	Status   string `query:"status" enum:"success,failed,cancelled" doc:"Only those that ended like this."`
	Provider string `query:"provider" maxLength:"100" doc:"Only those of this provider."`
	Sort     string `query:"sort" enum:"time,-time,user,-user,provider,-provider,status,-status,cost,-cost" default:"-time" doc:"A column, with a minus for the other direction. The order in which entries were written decides between equal values."`
}

func (a *API) logs(ctx context.Context, in *logsInput) (*edge.PageOf[aiLogJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.GenerationLogs(ctx, generation.LogTable{Text: in.Text, Status: in.Status, Provider: in.Provider, Sort: generation.LogSort(in.Sort)}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, func(l *generation.Log) aiLogJSON {
		return aiLogJSON{l.ID, edge.OrNull(l.AccountID), l.OwnerName, l.Provider, l.Prompt, edge.Time(l.CreatedAt), cmp.Or(l.Status, generation.LogFailed), l.Cost.Dollars()}
	}), nil
}
