# SPDX-License-Identifier: Apache-2.0
#
# Blurs a picture by Fourier transforms: the spectra of the picture and of a Gaussian are multiplied. Some pixels are computed as
# weighted sums of their neighbours, too. The picture goes on at its other side.

using GridCall
using GridCall: Ndarray
using GridCall.Preview: fft
using Printf

const WIDTH, HEIGHT, RECTANGLES, DEVIATION, REACH = 1920, 1080, 1000, 5.0, 40

# Rectangles of gray on top of each other. A row of pixels is a column of the matrix.
function random_picture()
    r = UInt32(1)
    random(limit) = Int((r = r * 0x0019660d + 0x3c6ef35f; r >> 8) % limit)
    picture = zeros(UInt8, WIDTH, HEIGHT)
    for _ in 1:RECTANGLES
        top, left = random(HEIGHT), random(WIDTH)
        bottom, right = min(top + random(200), HEIGHT), min(left + random(200), WIDTH)
        picture[left+1:right, top+1:bottom] .= random(256)
    end
    return picture
end

# Weights of distances along a circle of pixels, whose sum is 1.
function gaussian(count)
    weights = [exp(-(min(i, count - i) / DEVIATION)^2 / 2) for i in 0:count-1]
    return weights ./ sum(weights)
end

function blur_directly(picture, across, down, column, row)
    sum = 0.0
    for y in -REACH:REACH, x in -REACH:REACH
        sum += across[abs(x)+1] * down[abs(y)+1] * picture[mod1(column + x, WIDTH), mod1(row + y, HEIGHT)]
    end
    return sum
end

function main()
    picture, across, down = random_picture(), gaussian(WIDTH), gaussian(HEIGHT)
    image = Float64.(DeviceArray(picture))
    weights = DeviceArray(across) .* DeviceArray(down)'
    spectrum, factors = (DeviceArray{ComplexF64}(undef, WIDTH ÷ 2 + 1, HEIGHT) for _ in 1:2)
    before = sum(image)

    fft(Ndarray(spectrum), Ndarray(image))
    fft(Ndarray(factors), Ndarray(weights))
    spectrum .*= factors
    fft(Ndarray(image), Ndarray(spectrum); flags = :INVERSE)

    @printf("%d x %d pixels, sum %.3f, of the blurred ones %.3f\n", WIDTH, HEIGHT, before, sum(image))
    blurred = Array(image)
    for i in 0:3
        row, column = 40 + 270i, 300 + 480i
        @printf("row %d, column %d: %.3f by Fourier transforms, %.3f directly\n", row, column, blurred[column+1, row+1],
                blur_directly(picture, across, down, column + 1, row + 1))
    end
end

main()
