package library

import (
	"context"
	"fmt"
	"path"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type problemRow struct {
	p    music.Problem
	seen int64
}

func (r *problemRow) Dest() []any {
	return []any{&r.p.Root, &r.p.Path, &r.p.Kind, kernel.IntoMessage(&r.p.Reason), &r.p.Size, &r.seen}
}

func (r *problemRow) Value() music.Problem {
	p := r.p
	p.Root, p.Path, p.SeenAt = kernel.TextPath(p.Root), kernel.TextPath(p.Path), kernel.Moment(r.seen)
	return p
}

var problemsByPath = kernel.Order{Name: "p.path", Key: "p.key", Seq: "p.seq"}

// Problems returns a page of the files and folders that scans could not add, by
// path.
func (s *Store) Problems(ctx context.Context, p music.Page) (music.List[music.Problem], error) {
	problems, err := kernel.Page(ctx, s.db, &problemRow{}, kernel.Listing{
		Columns: "r.path, p.path, p.kind, p.reason, p.size, p.seen_at", From: "problem p join root r on r.seq = p.root",
		Where: (&kernel.Query{}).Add("true"), Order: problemsByPath,
	}, p)
	if err != nil {
		return problems, fmt.Errorf("list problems: %w", err)
	}
	return problems, nil
}

// ForgetProblems deletes the problems at these paths below a root, because the
// files are gone. It ignores paths without a problem.
func (s *Store) ForgetProblems(ctx context.Context, rootID int64, paths []string) error {
	return s.db.UpdateCatalogue(ctx, "forget problems", func(tx *kernel.Tx) error { return forgetProblems(ctx, s.db, tx, rootID, paths) })
}

func forgetProblems(ctx context.Context, db *kernel.DB, tx *kernel.Tx, root int64, paths []string) error {
	keys := make([]string, len(paths))
	for i, p := range paths {
		keys[i] = kernel.Bounded(kernel.PathText(p))
	}
	_, err := tx.Exec(ctx, "delete from problem where root = ? and key in "+db.Dialect.Texts, root, kernel.Array(keys))
	return err
}

type brokenRow struct {
	path        string
	size, mtime int64
}

func (r *brokenRow) Dest() []any { return []any{&r.path, &r.size, &r.mtime} }

func (r *brokenRow) Value() music.KnownFile {
	folder, name := path.Split(kernel.TextPath(r.path))
	return music.KnownFile{Folder: path.Clean("/" + folder)[1:], Name: name, Size: r.size, ModTime: r.mtime}
}

func (s *Store) knownProblems(ctx context.Context, rootID int64) ([]music.KnownFile, error) {
	files, err := kernel.Collect(ctx, s.db.Read, &brokenRow{}, "select path, size, mtime from problem where root = ? order by key", rootID)
	if err != nil {
		return nil, fmt.Errorf("list known problems: %w", err)
	}
	return files, nil
}
