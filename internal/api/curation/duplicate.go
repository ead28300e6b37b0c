package curation

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/stock"
)

type trackCopyJSON struct {
	things.TrackJSON
	File trackFileJSON `json:"file" doc:"Where its file is, and what people did with it."`
}

func encodeCopy(c *stock.Copy) trackCopyJSON {
	return trackCopyJSON{things.EncodeTrack(&c.Track), encodeFile(&c.File)}
}

type sameRecordingJSON struct {
	Tracks []trackCopyJSON `json:"tracks" nullable:"false" doc:"The files of the recording, first added first."`
}

func (a *API) duplicates(ctx context.Context, in *edge.Part) (*edge.PageOf[sameRecordingJSON], error) {
	groups, total, err := a.Curation.Duplicates(ctx, edge.Viewer(ctx), in.At, in.Limit)
	if err != nil {
		return nil, err
	}
	return edge.PartFrom(in, total, edge.EncodeAll(groups, func(group *[]stock.Copy) sameRecordingJSON {
		return sameRecordingJSON{edge.EncodeAll(*group, encodeCopy)}
	})), nil
}

type mergeTracksInput struct {
	Body struct {
		Keep   string   `json:"keep" maxLength:"64" doc:"ID of the track to keep."`
		Others []string `json:"others" minItems:"1" maxItems:"100" doc:"IDs of the other tracks."`
		Action string   `json:"action" enum:"hide,delete" doc:"What happens to the others. hide: only members can hear them. delete: they and their files are deleted."`
	}
}

func (a *API) merge(ctx context.Context, in *mergeTracksInput) (*edge.Body[edge.Bulk], error) {
	v := edge.Viewer(ctx)
	failed, err := a.Curation.Merge(ctx, v, in.Body.Keep, in.Body.Others, in.Body.Action == "delete")
	if err != nil {
		return nil, err
	}
	return a.edge.Each(ctx, in.Body.Others, func(id string) (changed bool, err error) { return true, failed[id] })
}
