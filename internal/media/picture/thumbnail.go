package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // decodes covers
	"image/jpeg"
	_ "image/png" // decodes covers
	"math"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decodes covers
)

// Limits of a cover before decoding. Larger pictures are attacks or mistakes.
const (
	maxPictureSide   = 12_000
	maxPicturePixels = 64_000_000
	maxWholePixels   = 40_000_000 // if all pixels must be in memory
)

const (
	jpegQuality   = 85
	smallJPEGSize = 256 << 10 // bytes; a JPEG that fits and is not larger is returned unchanged
)

var errTooLarge = errors.New("too large to decode")

// Thumbnail returns the picture as a JPEG that fits a square of size pixels,
// without enlarging it. It returns an error for bytes that are not a picture,
// and for excessive dimensions before decoding.
func Thumbnail(picture []byte, size int) ([]byte, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read the picture's header: %w", err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxPictureSide || config.Height > maxPictureSide || config.Width*config.Height > maxPicturePixels {
		return nil, fmt.Errorf("a picture of %d × %d pixels is no cover", config.Width, config.Height)
	}
	held := upright
	if format == "jpeg" {
		held = jpegOrientation(picture)
		if held == upright && max(config.Width, config.Height) <= size && len(picture) <= smallJPEGSize {
			return picture, nil
		}
	}
	target := fit(config.Width, config.Height, size)
	decoded, err := decodeFor(picture, format, config, size)
	if err != nil {
		return nil, fmt.Errorf("decode the picture: %w", err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, held.upright(shrinkTo(decoded, target)), &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode the thumbnail: %w", err)
	}
	return out.Bytes(), nil
}

// decodeFor decodes a picture at the smallest resolution from which a thumbnail
// of size pixels can be made.
func decodeFor(picture []byte, format string, config image.Config, size int) (image.Image, error) {
	longer := max(config.Width, config.Height)
	for n := 1; n < blockSide && format == "jpeg"; n *= 2 {
		if scaledSide(longer, n) < size {
			continue
		}
		if img, err := decodeJPEGScaled(picture, n); err == nil {
			return img, nil
		}
		break // unusual or damaged: let the standard library decide
	}
	if !decodes(picture, format, config) {
		return nil, errTooLarge
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	return img, err
}

// fit returns the largest size with the same aspect ratio that fits the square,
// at most w by h.
func fit(w, h, size int) image.Point {
	if longer := max(w, h); longer > size {
		w, h = max(1, w*size/longer), max(1, h*size/longer)
	}
	return image.Pt(w, h)
}

// shrinkTo scales a picture down to the given size.
func shrinkTo(src image.Image, to image.Point) image.Image {
	w, h := to.X, to.Y
	switch src := src.(type) {
	case *image.YCbCr:
		return shrinkPlanes(src, w, h)
	case *image.Gray:
		dst := image.NewGray(image.Rect(0, 0, w, h))
		shrink(dst.Pix, w, h, src.Pix, src.Stride, src.Bounds().Dx(), src.Bounds().Dy())
		return dst
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src) // background for transparent covers
	draw.CatmullRom.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Over, nil)
	return dst
}

// shrinkPlanes scales luma and chroma separately, as JPEG stores them, which is
// several times faster than via RGB. A JPEG is written with half the chroma
// resolution in each direction anyway.
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
	case image.YCbCrSubsampleRatio444:
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

// shrink scales one plane, first horizontally, then vertically. A smaller
// source is enlarged, which happens to chroma only.
func shrink(dst []byte, w, h int, src []byte, stride, sw, sh int) {
	columns, rows := kernels(w, sw), kernels(h, sh)
	across := make([]int32, w*sh)
	for y := range sh {
		row, out := src[y*stride:y*stride+sw], across[y*w:(y+1)*w]
		for x := range out {
			k := &columns[x]
			sum := int32(0)
			for i, v := range row[k.first:][:len(k.weights)] {
				sum += int32(v) * k.weights[i]
			}
			out[x] = sum >> spareBits
		}
	}
	sums := make([]int32, w)
	for y := range h {
		clear(sums)
		k := &rows[y]
		for i, weight := range k.weights {
			for x, v := range across[(k.first+i)*w:][:w] {
				sums[x] += v * weight
			}
		}
		out := dst[y*w : (y+1)*w]
		for x, sum := range sums {
			out[x] = byte(min(max((sum+1<<(sumBits-1))>>sumBits, 0), 255))
		}
	}
}

// Weights are in units of 1/(1<<weightBits). After horizontal scaling, values
// keep as many fractional bits as vertical scaling leaves room for.
const (
	weightBits = 11
	spareBits  = 4
	sumBits    = 2*weightBits - spareBits
)

// kernel holds the weights of the source pixels that make up one pixel of the
// result.
type kernel struct {
	first   int
	weights []int32
}

// kernels returns the weights for scaling n source pixels to m with the
// Catmull-Rom cubic (E. Catmull, R. Rom, "A class of local interpolating
// splines", 1974), which keeps edges sharp.
func kernels(m, n int) []kernel {
	ratio := float64(n) / float64(m)
	reach := 2 * max(ratio, 1)
	all := make([]kernel, m)
	weights := make([]int32, 0, m*int(2*reach+2))
	var shares []float64
	for i := range all {
		centre := (float64(i)+0.5)*ratio - 0.5
		first, last := max(int(math.Ceil(centre-reach)), 0), min(int(math.Floor(centre+reach)), n-1)
		shares = shares[:0]
		for j := first; j <= last; j++ {
			shares = append(shares, catmullRom(math.Abs(float64(j)-centre)/max(ratio, 1)))
		}
		begin := len(weights)
		weights = appendWeights(weights, shares)
		all[i] = kernel{first, weights[begin:]}
	}
	return all
}

// appendWeights rounds the weights so that their sum stays exact, so that white
// stays white.
func appendWeights(weights []int32, shares []float64) []int32 {
	total := 0.0
	for _, share := range shares {
		total += share
	}
	left, largest := int32(1<<weightBits), len(weights)
	for _, share := range shares {
		weight := int32(math.Round(share / total * (1 << weightBits)))
		weights = append(weights, weight)
		left -= weight
		if weight > weights[largest] {
			largest = len(weights) - 1
		}
	}
	weights[largest] += left
	return weights
}

func catmullRom(t float64) float64 {
	switch {
	case t < 1:
		return (1.5*t-2.5)*t*t + 1
	case t < 2:
		return ((-0.5*t+2.5)*t-4)*t + 2
	}
	return 0
}
