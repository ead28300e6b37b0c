package ai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"sonora/internal/generation"
	"sonora/internal/music"
)

// Import is a finished piece that a person made with a service elsewhere.
type Import struct {
	UploadID string // one of the person's uploads; "" if the address did not contain one
	Provider string // the service: "aiva"
	Prompt   string // what the person asked it for
	Title    string // the beginning of the prompt if empty
}

const (
	maxProvider = 50 // characters
	titleWords  = 6  // of a prompt
)

var (
	errNotUploaded  = music.FieldError(music.Invalid, "audioUrl", music.Say("There is no audio at this address. Upload the file first."))
	errUploadIsGone = music.NewError(music.Conflict, "The uploaded file of this piece no longer exists. Upload it again.")
)

// imported is what the database keeps of an import (generation.Generation.Remote).
type imported struct {
	UploadID string `json:"uploadId"`
}

// uploadOf returns the ID of the upload of an import; "" for a generation that is
// none.
func uploadOf(x *generation.Generation) (string, error) {
	var i imported
	if len(x.Remote) == 0 {
		return "", nil
	}
	err := json.Unmarshal(x.Remote, &i)
	return i.UploadID, err
}

// Import queues a file that a service outside made, so that it is measured, labelled and
// reviewed like other pieces, and says so in the conversation. It returns Invalid with the fields that are wrong, and
// Conflict if too much waits or the operator does not allow the words.
func (s *Service) Import(ctx context.Context, v music.Viewer, i Import) (*generation.Generation, error) {
	if err := i.check(); err != nil {
		return nil, err
	}
	if err := s.allowed(i.Prompt, i.Title); err != nil {
		return nil, err
	}
	if err := s.checkUpload(ctx, v, i.UploadID); err != nil {
		return nil, err
	}
	remote, err := json.Marshal(imported{i.UploadID})
	if err != nil {
		return nil, err
	}
	x := &generation.Generation{
		OwnerID: v.AccountID, Provider: i.Provider, Prompt: i.Prompt, Title: i.Title, Seed: seed(nil), Remote: remote, CreatedAt: s.Now(),
	}
	x, err = s.enqueue(ctx, v, x)
	if err == nil {
		s.note(ctx, x, music.Say("I am adding %s to your library.", x.Title))
	}
	return x, err
}

func (i *Import) check() error {
	f := music.FieldErrors{}
	i.Provider, i.Prompt, i.Title = strings.ToLower(music.Tidy(i.Provider)), music.Tidy(i.Prompt), music.Tidy(i.Title)
	f.Require("provider", i.Provider, "Name the service that made the music.")
	f.CheckLine("provider", i.Provider, maxProvider)
	if i.Provider == generation.BuiltIn || i.Provider == generation.Uploaded {
		f.Add("provider", "Name the service that made the music.")
	}
	f.Require("prompt", i.Prompt, "Say what you asked the service for.")
	f.CheckText("prompt", i.Prompt, maxPrompt)
	f.CheckLine("title", i.Title, music.MaxTitle)
	if words := strings.Fields(i.Prompt); i.Title == "" {
		i.Title = strings.Join(words[:min(len(words), titleWords)], " ")
	}
	return f.Err("provider", "prompt", "title")
}

// checkUpload returns Invalid for what is not a ready upload of the viewer.
func (s *Service) checkUpload(ctx context.Context, v music.Viewer, id string) error {
	if id == "" {
		return errNotUploaded
	}
	content, err := s.OpenUpload(ctx, v, id)
	if music.CodeOf(err) == music.NotFound {
		return errNotUploaded
	}
	if err != nil {
		return err
	}
	return content.Close()
}

// adoptUpload keeps the file of an import.
func (w *work) adoptUpload(ctx context.Context, uploadID string) error {
	if err := w.change(ctx, func(x *generation.Generation) { x.State = generation.Fetching }); err != nil {
		return err
	}
	if err := os.MkdirAll(w.Folder, 0o750); err != nil {
		return err
	}
	owner := music.Viewer{AccountID: w.x.OwnerID}
	content, err := w.OpenUpload(ctx, owner, uploadID)
	if music.CodeOf(err) == music.NotFound {
		return errUploadIsGone
	}
	if err != nil {
		return fmt.Errorf("open an import: %w", err)
	}
	path := w.file(".0" + delivered)
	if err := errors.Join(save(path, content), content.Close()); err != nil {
		return err
	}
	if err := w.adopt(ctx, []string{path}); err != nil {
		return err
	}
	if err := w.DropUpload(context.WithoutCancel(ctx), owner, uploadID); err != nil {
		w.Log.Warn("delete the upload of an import failed", "generation", w.x.ID, "upload", uploadID, "error", err)
	}
	return nil
}
