package store

import (
	"context"
	"fmt"
	"path"

	"sonora/internal/music"
)

type problemRow struct {
	p    music.Problem
	seen int64
}

func (r *problemRow) dest() []any {
	return []any{&r.p.Root, &r.p.Path, &r.p.Kind, &r.p.Reason, &r.p.Size, &r.seen}
}

func (r *problemRow) value() music.Problem {
	p := r.p
	p.Root, p.Path, p.SeenAt = textPath(p.Root), textPath(p.Path), moment(r.seen)
	return p
}

var problemsByPath = order{name: "p.path", key: "p.key", seq: "p.seq"}

// Problems returns a page of the files and folders scans could not take in, by path.
func (s *Store) Problems(ctx context.Context, p music.Page) (music.List[music.Problem], error) {
	problems, err := page(ctx, s, &problemRow{}, listing{
		columns: "r.path, p.path, p.kind, p.reason, p.size, p.seen_at", from: "problem p join root r on r.seq = p.root",
		where: (&query{}).add("true"), order: problemsByPath,
	}, p)
	if err != nil {
		return problems, fmt.Errorf("list problems: %w", err)
	}
	return problems, nil
}

// ForgetProblems drops what is known of these paths below a root, because
// the files are gone. Paths without a problem do not matter.
func (s *Store) ForgetProblems(ctx context.Context, rootID int64, paths []string) error {
	return s.updateCatalogue(ctx, "forget problems", func(tx *tx) error { return s.forgetProblems(ctx, tx, rootID, paths) })
}

func (s *Store) forgetProblems(ctx context.Context, tx *tx, root int64, paths []string) error {
	keys := make([]string, len(paths))
	for i, p := range paths {
		keys[i] = bounded(pathText(p))
	}
	_, err := tx.exec(ctx, "delete from problem where root = ? and key in "+s.d.texts, root, list(keys))
	return err
}

type brokenRow struct {
	path        string
	size, mtime int64
}

func (r *brokenRow) dest() []any { return []any{&r.path, &r.size, &r.mtime} }

func (r *brokenRow) value() music.KnownFile {
	folder, name := path.Split(textPath(r.path))
	return music.KnownFile{Folder: path.Clean("/" + folder)[1:], Name: name, Size: r.size, ModTime: r.mtime}
}

func (s *Store) knownProblems(ctx context.Context, rootID int64) ([]music.KnownFile, error) {
	files, err := collect(ctx, s.read, &brokenRow{}, "select path, size, mtime from problem where root = ? order by key", rootID)
	if err != nil {
		return nil, fmt.Errorf("list known problems: %w", err)
	}
	return files, nil
}
