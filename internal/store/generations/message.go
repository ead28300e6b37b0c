package generations

import (
	"context"
	"fmt"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type messageRow struct {
	m       generation.Message
	created int64
}

func (r *messageRow) Dest() []any {
	m := &r.m
	return []any{&m.ID, &m.AccountID, &m.Content, kernel.IntoMessage(&m.Reply), &m.GenerationID, &r.created}
}

func (r *messageRow) Value() generation.Message {
	m := r.m
	m.CreatedAt = kernel.Moment(r.created)
	return m
}

// AddMessages appends messages to the conversation of their account, and fills in
// their IDs.
func (s *Store) AddMessages(ctx context.Context, messages []generation.Message) error {
	return s.db.Update(ctx, "add messages", func(tx *kernel.Tx) error {
		for i := range messages {
			m := &messages[i]
			m.ID, m.Content = music.NewID(), kernel.Clean(m.Content)
			err := kernel.Found(tx.Exec(ctx, `insert into generation_message (id, account, content, reply, generation, created_at)
				select ?, a.seq, ?, ?, ?, cast(? as bigint) from account a where a.id = ?`,
				m.ID, m.Content, m.Reply.Encode(), m.GenerationID, kernel.Millis(m.CreatedAt), m.AccountID))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

var latest = kernel.Order{Name: "gm.newest", Seq: "m.seq", Desc: true}

// Messages returns a page of the viewer's conversation, newest first.
func (s *Store) Messages(ctx context.Context, v music.Viewer, p music.Page) (music.List[generation.Message], error) {
	list, err := kernel.Page(ctx, s.db, &messageRow{}, kernel.Listing{
		Columns: "m.id, a.id, m.content, m.reply, m.generation, m.created_at", From: "generation_message m join account a on a.seq = m.account",
		Where: (&kernel.Query{}).Add("m.account = "+kernel.AccountSeq, v.AccountID), Order: latest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list messages: %w", err)
	}
	return list, nil
}

// ClearMessages deletes the viewer's conversation.
func (s *Store) ClearMessages(ctx context.Context, v music.Viewer) error {
	_, err := s.db.Write.Exec(ctx, "delete from generation_message where account = "+kernel.AccountSeq, v.AccountID)
	return err
}
