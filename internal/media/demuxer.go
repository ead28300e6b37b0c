package media

import "sonora/internal/music"

// decoders are the ones for formats that Read knows; ffmpeg is to use no
// others. Pictures in a file are none of its business here.
const decoders = "mp3float,mp3,flac,vorbis,opus,libopus,aac,alac," +
	"pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw"

// Probe reads a file as Read does and names ffmpeg's demuxer for what its
// content is. With that named, ffmpeg never takes a file for a playlist that
// leads elsewhere. Its error is a *FileError.
func Probe(path string) (audio *music.AudioFile, demuxer string, err error) {
	s, err := openSource(path)
	if err != nil {
		return nil, "", asFileError(err)
	}
	defer s.Close()
	f, err := parse(s)
	if err != nil {
		return nil, "", asFileError(err)
	}
	return f.describe(), f.demuxer, nil
}

// Input returns the arguments that make ffmpeg read one audio file and nothing
// else: by its content's demuxer, through no protocol but the disk's, with the
// decoders of music only. More options for the input go in front of them.
func Input(path, demuxer string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-f", demuxer, "-i", "file:" + path}
}

// demuxers are those Probe names. None of them reads anything but its file.
const demuxers = "mp3,aac,flac,ogg,mov,wav,aiff"

// LateInput is Input for a file that is not known yet: a path that will lead
// to music when ffmpeg looks. Which of the demuxers fits, ffmpeg decides.
func LateInput(path string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-format_whitelist", demuxers, "-i", "file:" + path}
}

// StreamInput is Input for a stream that comes in as it is made, by the
// standard input, in a container of ffmpeg's name.
func StreamInput(container string) []string {
	return []string{"-protocol_whitelist", "pipe", "-codec_whitelist", decoders, "-f", container, "-i", "pipe:0"}
}
