package profile

import (
	"context"
	"time"

	"sonora/internal/djmix"
)

type mixLikeRecord struct {
	MixID   string    `json:"mixId"`
	Title   string    `json:"title"`
	LikedAt time.Time `json:"likedAt"`
}

// mixLikes lists the mixes that the person likes.
func (a *archive) mixLikes(ctx context.Context) error {
	last := int64(0)
	return stream(a, "mix-likes.json", func() ([]mixLikeRecord, error) {
		list, err := a.store.LikedMixes(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].Seq
		}
		return encoded(list, func(l *djmix.Liked) mixLikeRecord { return mixLikeRecord{l.MixID, l.Title, l.At} }), err
	})
}

type mixCommentRecord struct {
	MixID     string    `json:"mixId"`
	Mix       string    `json:"mix"`
	Seconds   float64   `json:"seconds"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// mixComments lists the person's comments on mixes.
func (a *archive) mixComments(ctx context.Context) error {
	last := int64(0)
	return stream(a, "mix-comments.json", func() ([]mixCommentRecord, error) {
		list, err := a.store.WrittenMixComments(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].Seq
		}
		return encoded(list, func(w *djmix.Written) mixCommentRecord {
			return mixCommentRecord{w.MixID, w.Mix, w.At.Seconds(), w.Text, w.CreatedAt}
		}), err
	})
}
