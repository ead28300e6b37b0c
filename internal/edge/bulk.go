package edge

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/words"
)

// BulkTime is how long a request that changes many items may take.
const BulkTime = 2 * time.Minute

// Bulk says what became of each item that a request names.
type Bulk struct {
	Done      []string     `json:"done" nullable:"false" doc:"IDs of the items that have changed."`
	Unchanged []string     `json:"unchanged" nullable:"false" doc:"IDs of the items that were already as asked."`
	Failed    []BulkFailed `json:"failed" nullable:"false" doc:"The other items, with the reasons."`
}

// BulkFailed is an item for which a change failed.
type BulkFailed struct {
	ID     string `json:"id" doc:"ID of the item."`
	Detail string `json:"detail" doc:"Why it failed, as a sentence."`
}

// Each does something to one item after another and says what became of each; do reports
// whether the item has changed, so that only such changes can be taken back. An
// item that is named twice is changed once. An item that fails does not keep the
// others; only a request that was cancelled ends early, with the error.
func (e *Edge) Each(ctx context.Context, ids []string, do func(id string) (changed bool, err error)) (*Body[Bulk], error) {
	out := Bulk{Done: []string{}, Unchanged: []string{}, Failed: []BulkFailed{}}
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		switch changed, err := do(id); {
		case err != nil:
			out.Failed = append(out.Failed, BulkFailed{id, e.sentence(ctx, err)})
		case changed:
			out.Done = append(out.Done, id)
		default:
			out.Unchanged = append(out.Unchanged, id)
		}
	}
	return Reply(out)
}

// sentence returns what a response with this error would say, in the language of
// the request. It logs the error if the server is at fault.
func (e *Edge) sentence(ctx context.Context, err error) string {
	p := e.problem(ctx, err)
	said := p.Detail
	if said.IsZero() {
		said = music.Verbatim(err.Error())
	}
	return words.Render(music.LanguageOf(ctx), said)
}
