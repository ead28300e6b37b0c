package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"sonora/internal/intake"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// unsupported is the error detail for files that are not music. The field has
// the reason.
var unsupported = music.Say("Unsupported audio format.")

// refusal returns the error for a rejected file, with the reason.
func refusal(reason music.Message) *music.Error {
	return music.FieldError(music.Unsupported, "file", reason)
}

// refused returns the error for an upload that was rejected.
func refused(u *intake.Upload) error { return refusal(u.Reason) }

// judge examines a complete upload and stores the result. It returns
// Unsupported for rejected files and removes their bytes.
func (s *Service) judge(ctx context.Context, u *intake.Upload) error {
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.looking.Release(1)
	file := s.staging.path(u.ID)
	audio, ext, err := s.look(file)
	u.ExpiresAt = s.now().Add(life)
	if reason, is := errors.AsType[*music.Error](err); is && reason.Code == music.Unsupported {
		u.State, u.Reason = intake.Refused, reason.Detail
		if len(reason.Fields["file"]) > 0 {
			u.Reason = reason.Fields["file"][0]
		}
		return errors.Join(reason, s.store.JudgeUpload(ctx, u), s.staging.remove(u.ID))
	}
	if err != nil {
		return err
	}
	u.State, u.Audio, u.Place = intake.Ready, audio, u.AccountID+"/"+u.ID+ext
	return s.store.JudgeUpload(ctx, u)
}

// look reads a file and returns its properties and the extension that its name
// should have. It returns Unsupported if the file is rejected.
func (s *Service) look(file string) (audio *music.AudioFile, ext string, err error) {
	defer func() { // a panic on an odd file must not stop the server
		if fault := recover(); fault != nil {
			s.log.Error("read upload failed", "file", file, "fault", fault, "stack", string(debug.Stack()))
			err = refusal(music.Say("The file could not be read because of its unusual structure."))
		}
	}()
	audio, err = tag.Read(file)
	if err != nil {
		return nil, "", readError(err)
	}
	if err := checkHeader(audio); err != nil {
		return nil, "", err
	}
	silent, err := isSilent(file, audio)
	if err != nil {
		return nil, "", fmt.Errorf("examine an upload: %w", err)
	}
	if silent {
		return nil, "", refusal(music.Say("The file contains only silence."))
	}
	if audio.Picture != nil && !isCover(file) {
		audio.Picture = nil
	}
	ext, err = extension(file, audio.Format)
	return audio, ext, err
}

const maxChannels = 32

// checkHeader rejects implausible durations and channel counts.
func checkHeader(audio *music.AudioFile) error {
	switch {
	case audio.Duration > MaxLength:
		return refusal(music.Say("The file is %d hours long; uploads may be 12 hours long.", int(audio.Duration/time.Hour)))
	case audio.Channels > maxChannels:
		return refusal(music.Say("The file's header gives an impossible number of channels: %d.", audio.Channels))
	}
	return nil
}

// readError explains why a file is not music. Disk errors are not the file's
// fault.
func readError(err error) error {
	why, ok := errors.AsType[*tag.FileError](err)
	if !ok || why.Kind == music.UnreadableFile {
		return fmt.Errorf("examine an upload: %w", err)
	}
	e := refusal(why.Reason)
	if why.Kind == music.NotAudio {
		e.Detail = unsupported
	}
	return e.Because(err)
}

// coverTried is the size in pixels at which a cover is decoded as a test.
const coverTried = 600

// isCover reports whether the picture in a file can be shown. A broken picture
// or a decompression bomb is no reason to reject the music.
func isCover(file string) bool {
	content, err := tag.ReadPicture(file)
	if err != nil {
		return false
	}
	_, err = picture.Thumbnail(content, coverTried)
	return err == nil
}

var extensions = map[music.AudioFormat]string{
	music.MP3: ".mp3", music.FLAC: ".flac", music.Vorbis: ".ogg", music.Opus: ".opus",
	music.AAC: ".m4a", music.ALAC: ".m4a", music.WAV: ".wav", music.AIFF: ".aiff",
}

// extension returns the file name extension for a format. AAC is either in an
// MP4 file or bare.
func extension(file string, format music.AudioFormat) (string, error) {
	if format != music.AAC {
		return extensions[format], nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("examine an upload: %w", err)
	}
	defer f.Close()
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return "", fmt.Errorf("examine an upload: %w", err)
	}
	if head[0] == 0xff || bytes.HasPrefix(head, []byte("ID3")) {
		return ".aac", nil
	}
	return ".m4a", nil
}

// named returns the file with missing tags filled in from its name.
func named(audio *music.AudioFile, name string) *music.AudioFile {
	a := *audio
	artist, title := fromName(name)
	if a.Tags.Title == "" {
		a.Tags.Title = title
	}
	if len(a.Tags.Artists) == 0 && a.Tags.ArtistCredit == "" {
		a.Tags.Artists = []string{artist}
	}
	return &a
}
