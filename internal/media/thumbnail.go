package media

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif" // covers come in these formats
	"image/jpeg"
	_ "image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// What a cover may be before it is decoded; more is a bomb or a mistake.
const (
	maxPictureSide   = 12_000
	maxPicturePixels = 64_000_000
)

const (
	jpegQuality   = 85
	smallJPEGSize = 256 << 10 // a JPEG that fits and is no larger is kept as it is
)

// Thumbnail returns the picture as a JPEG that fits a square of size pixels.
// It is never enlarged. Fails for what is no picture and for dimensions no
// cover has, before decoding it.
func Thumbnail(picture []byte, size int) ([]byte, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read the picture's header: %w", err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxPictureSide || config.Height > maxPictureSide || config.Width*config.Height > maxPicturePixels {
		return nil, fmt.Errorf("a picture of %d × %d pixels is no cover", config.Width, config.Height)
	}
	held := upright
	longer := max(config.Width, config.Height)
	if format == "jpeg" {
		held = jpegOrientation(picture)
		if held == upright && longer <= size && len(picture) <= smallJPEGSize {
			return picture, nil
		}
	}
	decoded, err := decodeFor(picture, format, longer, size)
	if err != nil {
		return nil, fmt.Errorf("decode the picture: %w", err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, held.turn(fit(decoded, size)), &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode the thumbnail: %w", err)
	}
	return out.Bytes(), nil
}

// decodeFor decodes a picture no larger than it takes to make it size pixels.
func decodeFor(picture []byte, format string, longer, size int) (image.Image, error) {
	for n := 1; n < blockSide && format == "jpeg"; n *= 2 {
		if scaledSide(longer, n) < size {
			continue
		}
		if img, err := decodeJPEGScaled(picture, n); err == nil {
			return img, nil
		}
		break // unusual or damaged: the standard library has the last word
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	return img, err
}

// fit scales down to the square, keeping the shape.
func fit(src image.Image, size int) image.Image {
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	if longer := max(w, h); longer > size {
		w, h = max(1, w*size/longer), max(1, h*size/longer)
	}
	switch src := src.(type) {
	case *image.YCbCr:
		return shrinkPlanes(src, w, h)
	case *image.Gray:
		dst := image.NewGray(image.Rect(0, 0, w, h))
		shrink(dst.Pix, w, h, src.Pix, src.Stride, src.Bounds().Dx(), src.Bounds().Dy())
		return dst
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src) // behind transparent covers
	draw.CatmullRom.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Over, nil)
	return dst
}

// shrinkPlanes scales brightness and colour apart, as a JPEG holds them:
// several times cheaper than by way of RGB. A JPEG is written with half the
// colour in each direction anyway.
func shrinkPlanes(src *image.YCbCr, w, h int) *image.YCbCr {
	dst := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	size := src.Bounds().Size()
	shrink(dst.Y, w, h, src.Y, src.YStride, size.X, size.Y)
	from, to := chromaSize(src), chromaSize(dst)
	shrink(dst.Cb, to.X, to.Y, src.Cb, src.CStride, from.X, from.Y)
	shrink(dst.Cr, to.X, to.Y, src.Cr, src.CStride, from.X, from.Y)
	return dst
}

func chromaSize(src *image.YCbCr) image.Point {
	size := src.Bounds().Size()
	switch src.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		size.X = (size.X + 1) / 2
	case image.YCbCrSubsampleRatio420:
		size.X, size.Y = (size.X+1)/2, (size.Y+1)/2
	case image.YCbCrSubsampleRatio440:
		size.Y = (size.Y + 1) / 2
	case image.YCbCrSubsampleRatio411:
		size.X = (size.X + 3) / 4
	case image.YCbCrSubsampleRatio410:
		size.X, size.Y = (size.X+3)/4, (size.Y+1)/2
	}
	return size
}

// shrink sets each pixel of a plane to the mean of the source's area it
// covers, in parts of 1/256 pixel. A source that is smaller is enlarged by
// repetition; that happens to colour only.
func shrink(dst []byte, w, h int, src []byte, stride, sw, sh int) {
	columns := make([]uint64, w) // weighted sums of the present row of dst
	spans := spansOf(w, sw)
	lines := spansOf(h, sh)
	for y := range lines {
		rows := &lines[y]
		clear(columns)
		for i := rows.first; i <= rows.last; i++ {
			addRow(columns, spans, src[i*stride:i*stride+sw], rows.share(i))
		}
		for x, sum := range columns {
			area := spans[x].weight * rows.weight
			dst[y*w+x] = byte((sum + area/2) / area)
		}
	}
}

// addRow adds one row of the source, of which share/256 counts.
func addRow(columns []uint64, spans []span, row []byte, share uint64) {
	for x := range columns {
		s := &spans[x]
		sum := uint64(row[s.first]) * s.head
		if s.last > s.first {
			var whole uint64
			for _, v := range row[s.first+1 : s.last] {
				whole += uint64(v)
			}
			sum += whole<<8 + uint64(row[s.last])*s.tail
		}
		columns[x] += sum * share
	}
}

// span is the stretch of source pixels below one pixel of the result.
type span struct {
	first, last int
	head, tail  uint64 // what counts of the first and the last, of 256
	weight      uint64 // of all together
}

func (s *span) share(i int) uint64 {
	switch i {
	case s.first:
		return s.head
	case s.last:
		return s.tail
	}
	return 256
}

// spansOf divides n source pixels among m.
func spansOf(m, n int) []span {
	spans := make([]span, m)
	for i := range spans {
		begin, end := i*n*256/m, (i+1)*n*256/m
		s := span{first: begin >> 8, last: min((end-1)>>8, n-1)}
		s.weight = uint64(max(end-begin, 1))
		if s.first == s.last {
			s.head = s.weight
		} else {
			s.head, s.tail = uint64(256-begin&255), uint64((end-1)&255+1)
		}
		spans[i] = s
	}
	return spans
}
