package admin

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/words"
)

type analysisQueueJSON struct {
	Enabled bool                `json:"enabled" doc:"Whether the operator has turned analysis on."`
	Waiting int                 `json:"waiting" doc:"Number of tracks that wait."`
	Running int                 `json:"running" doc:"Number of tracks that are being analysed."`
	Done    int                 `json:"done" doc:"Number of tracks that have been analysed."`
	Failed  int                 `json:"failed" doc:"Tracks given up after several attempts."`
	Version int                 `json:"version" doc:"Version of the analysis methods; tracks analysed with an earlier one are analysed again."`
	PerHour int                 `json:"perHour" doc:"Tracks analysed within the last hour."`
	Current []analysedTrackJSON `json:"current" doc:"The tracks being analysed now."`
}

type analysedTrackJSON struct {
	ID     string `json:"id" doc:"ID of the track."`
	Title  string `json:"title" doc:"Title of the track."`
	Artist string `json:"artist" doc:"Artists of the track."`
}

func (a *API) analysisQueue(ctx context.Context, _ *struct{}) (*edge.Body[analysisQueueJSON], error) {
	q, err := a.Analysis.Queue(ctx)
	return edge.Encoded(q, err, func(q *sound.Queue) analysisQueueJSON {
		return analysisQueueJSON{
			Enabled: a.Settings.Get().AnalyseTracks, Waiting: q.Waiting, Running: q.Running, Done: q.Done, Failed: q.Failed,
			Version: sound.Version, PerHour: q.PerHour,
			Current: edge.EncodeAll(q.Current, func(t *music.Track) analysedTrackJSON { return analysedTrackJSON{t.ID, t.Title, t.Artist} }),
		}
	})
}

type failedAnalysisJSON struct {
	Track things.TrackJSON `json:"track" doc:"The track."`
	Error string           `json:"error" doc:"One sentence on why it failed."`
}

type failedAnalysesInput struct{ edge.Paging }

func (a *API) failedAnalyses(ctx context.Context, in *failedAnalysesInput) (*edge.PageOf[failedAnalysisJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Analysis.Failed(ctx, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, func(f *sound.Failed) failedAnalysisJSON {
		return failedAnalysisJSON{things.EncodeTrack(&f.Track), words.Render(music.LanguageOf(ctx), f.Reason)}
	}), nil
}

type retriedJSON struct {
	Retried int `json:"retried" doc:"Number of tracks that are queued again."`
}

func (a *API) retryAnalyses(ctx context.Context, _ *struct{}) (*edge.Body[retriedJSON], error) {
	n, err := a.Analysis.Retry(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(retriedJSON{n})
}
