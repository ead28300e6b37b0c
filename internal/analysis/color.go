package analysis

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // covers in small
	"math"
)

// The parameters of the clustering.
const (
	clusters    = 6
	colorRounds = 12
	vivid       = 4.0 // weight of a saturated colour relative to grey
	colorless   = 0.03
)

// lab is a colour in OKLab (B. Ottosson, "A perceptual color space for image
// processing", 2020), in which distances match human perception.
type lab struct{ l, a, b float64 }

func (c lab) chroma() float64 { return math.Hypot(c.a, c.b) }

func (c lab) distance(o lab) float64 {
	l, a, b := c.l-o.l, c.a-o.a, c.b-o.b
	return l*l + a*a + b*b
}

// DominantColor returns the colour that people would name for a small picture,
// as #rrggbb: the centre of the cluster of pixels that is large and vivid. For
// a picture without colours it returns a grey.
func DominantColor(picture []byte) (string, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || config.Width*config.Height > 1<<20 {
		return "", fmt.Errorf("find the dominant color of a picture of %d × %d: %w", config.Width, config.Height, err)
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return "", fmt.Errorf("find the dominant color of a picture: %w", err)
	}
	var pixels []lab
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			pixels = append(pixels, toLab(float64(r)/0xffff, float64(g)/0xffff, float64(b)/0xffff))
		}
	}
	return dominant(pixels).hex(), nil
}

// dominant returns the centre of the best cluster.
func dominant(pixels []lab) lab {
	centres, sizes := cluster(pixels)
	best, heaviest := lab{}, -1.0
	for i, c := range centres {
		weight := float64(sizes[i])
		if c.chroma() > colorless {
			weight *= 1 + vivid*min(c.chroma()/0.2, 1)
		} else {
			c.a, c.b = 0, 0 // the tint of a grey is noise
		}
		if c.l < 0.15 || c.l > 0.95 {
			weight *= 0.5 // black and white are mostly background
		}
		if weight > heaviest {
			best, heaviest = c, weight
		}
	}
	return best
}

// cluster runs k-means from fixed starting points, so that the result for a
// picture is always the same.
func cluster(pixels []lab) (centres [clusters]lab, sizes [clusters]int) {
	centres[0] = mean(pixels)
	for k := 1; k < clusters; k++ { // each starting point is the pixel farthest from the previous ones
		far := -1.0
		for _, p := range pixels {
			if d := p.distance(centres[nearest(centres[:k], p)]); d > far {
				far, centres[k] = d, p
			}
		}
	}
	for range colorRounds {
		var sums [clusters]lab
		sizes = [clusters]int{}
		for _, p := range pixels {
			i := nearest(centres[:], p)
			sizes[i]++
			sums[i].l, sums[i].a, sums[i].b = sums[i].l+p.l, sums[i].a+p.a, sums[i].b+p.b
		}
		for i, n := range sizes {
			if n > 0 {
				centres[i] = lab{sums[i].l / float64(n), sums[i].a / float64(n), sums[i].b / float64(n)}
			}
		}
	}
	return centres, sizes
}

func mean(pixels []lab) (m lab) {
	n := float64(max(len(pixels), 1))
	for _, p := range pixels {
		m.l, m.a, m.b = m.l+p.l/n, m.a+p.a/n, m.b+p.b/n
	}
	return m
}

func nearest(centres []lab, p lab) (best int) {
	shortest := math.Inf(1)
	for i, c := range centres {
		if d := p.distance(c); d < shortest {
			best, shortest = i, d
		}
	}
	return best
}

// toLab converts from sRGB components from 0 to 1.
func toLab(r, g, b float64) lab {
	r, g, b = linear(r), linear(g), linear(b)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// hex returns the colour in sRGB as #rrggbb.
func (c lab) hex() string {
	l := cube(c.l + 0.3963377774*c.a + 0.2158037573*c.b)
	m := cube(c.l - 0.1055613458*c.a - 0.0638541728*c.b)
	s := cube(c.l - 0.0894841775*c.a - 1.2914855480*c.b)
	r := 4.0767416621*l - 3.3077115913*m + 0.2309699292*s
	g := -1.2684380046*l + 2.6097574011*m - 0.3413193965*s
	b := -0.0041960863*l - 0.7034186147*m + 1.7076147010*s
	return fmt.Sprintf("#%02x%02x%02x", gamma(r), gamma(g), gamma(b))
}

func cube(v float64) float64 { return v * v * v }

func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func gamma(v float64) int {
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return int(math.Round(255 * min(max(v, 0), 1)))
}
