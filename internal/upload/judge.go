package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"sonora/internal/media"
	"sonora/internal/music"
)

// unsupported is the sentence for what is no music at all; why is in the field.
const unsupported = "Unsupported audio format."

// refusal is the answer for a file that is not taken, with the reason.
func refusal(reason string) *music.Error {
	return &music.Error{Code: music.Unsupported, Detail: reason, Fields: map[string][]string{"file": {reason}}}
}

// refused is the answer about an upload that was refused.
func refused(u *music.Upload) error { return refusal(u.Reason) }

// judge looks at an upload that has all its bytes and saves what it is. Its
// error is Unsupported for what is not taken; those bytes are removed.
func (s *Service) judge(ctx context.Context, u *music.Upload) error {
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.looking.Release(1)
	file := s.staging.path(u.ID)
	audio, ext, err := s.look(file)
	u.ExpiresAt = s.now().Add(life)
	if reason, is := errors.AsType[*music.Error](err); is && reason.Code == music.Unsupported {
		u.State, u.Reason = music.UploadRefused, reason.Detail
		if len(reason.Fields["file"]) > 0 {
			u.Reason = reason.Fields["file"][0]
		}
		return errors.Join(reason, s.store.JudgeUpload(ctx, u), s.staging.remove(u.ID))
	}
	if err != nil {
		return err
	}
	u.State, u.Audio, u.Place = music.UploadReady, audio, u.AccountID+"/"+u.ID+ext
	return s.store.JudgeUpload(ctx, u)
}

// look reads a file and returns what it says and the ending its name is to
// have. Unsupported when it is not taken.
func (s *Service) look(file string) (audio *music.AudioFile, ext string, err error) {
	defer func() { // a fault in the reading of some odd file must not take the server down
		if fault := recover(); fault != nil {
			s.log.Error("reading an upload failed", "file", file, "fault", fault, "stack", string(debug.Stack()))
			err = refusal("The file is so odd that reading it failed.")
		}
	}()
	audio, err = media.Read(file)
	if err != nil {
		return nil, "", readError(err)
	}
	if err := checkHeader(audio); err != nil {
		return nil, "", err
	}
	silent, err := isSilent(file, audio)
	if err != nil {
		return nil, "", fmt.Errorf("look at an upload: %w", err)
	}
	if silent {
		return nil, "", refusal("The file holds nothing but silence.")
	}
	if audio.Picture != nil && !isCover(file) {
		audio.Picture = nil
	}
	ext, err = extension(file, audio.Format)
	return audio, ext, err
}

const mostChannels = 32

// checkHeader refuses lengths and forms no music has.
func checkHeader(audio *music.AudioFile) error {
	switch {
	case audio.Duration > MaxLength:
		return refusal(fmt.Sprintf("The file is %d hours long; uploads may be 12 hours long.", int(audio.Duration/time.Hour)))
	case audio.Channels > mostChannels:
		return refusal(fmt.Sprintf("The header of the file names %d channels, which no music has.", audio.Channels))
	}
	return nil
}

// readError words why a file is no music. A fault of the disk is none of the file's.
func readError(err error) error {
	why, ok := errors.AsType[*media.FileError](err)
	if !ok || why.Kind == music.UnreadableFile {
		return fmt.Errorf("look at an upload: %w", err)
	}
	e := refusal(why.Reason)
	if why.Kind == music.NotAudio {
		e.Detail = unsupported
	}
	return e.Because(err)
}

// coverTried is the size a cover has to be made in to be one.
const coverTried = 600

// isCover reports whether the picture in a file can be shown. One that is a
// bomb, or broken, is no reason to refuse the music.
func isCover(file string) bool {
	picture, err := media.ReadPicture(file, true)
	if err != nil {
		return false
	}
	_, err = media.Thumbnail(picture, coverTried)
	return err == nil
}

var extensions = map[music.AudioFormat]string{
	music.MP3: ".mp3", music.FLAC: ".flac", music.Vorbis: ".ogg", music.Opus: ".opus",
	music.AAC: ".m4a", music.ALAC: ".m4a", music.WAV: ".wav", music.AIFF: ".aiff",
}

// extension is what the name of a file of this format ends with. AAC is in
// MP4 files or bare.
func extension(file string, format music.AudioFormat) (string, error) {
	if format != music.AAC {
		return extensions[format], nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("look at an upload: %w", err)
	}
	defer f.Close()
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return "", fmt.Errorf("look at an upload: %w", err)
	}
	if head[0] == 0xff || bytes.HasPrefix(head, []byte("ID3")) {
		return ".aac", nil
	}
	return ".m4a", nil
}

// named is the file with what its tags do not say filled from its name.
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
