; PASSES: lower-row-masks
; A mask that is equal in all lanes of a row is a bit for each of the two rows; its integer is made of those.
; CHECK-LABEL: @integer(
; CHECK: %[[LOW:.*]] = select i1 %{{.*}}, i8 15, i8 0
; CHECK: %[[HIGH:.*]] = select i1 %{{.*}}, i8 -16, i8 0
; CHECK: %[[BITS:.*]] = or i8 %[[LOW]], %[[HIGH]]
; CHECK: ret i8 %[[BITS]]
define i8 @integer(i1 %a, i1 %b) {
  %a0 = insertelement <4 x i1> poison, i1 %a, i64 0
  %a1 = shufflevector <4 x i1> %a0, <4 x i1> poison, <4 x i32> zeroinitializer
  %b0 = insertelement <4 x i1> poison, i1 %b, i64 0
  %b1 = shufflevector <4 x i1> %b0, <4 x i1> poison, <4 x i32> zeroinitializer
  %mask = shufflevector <4 x i1> %a1, <4 x i1> %b1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %others = xor <8 x i1> %mask, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %bits = bitcast <8 x i1> %others to i8
  ret i8 %bits
}
; Comparisons with none and all are of the rows' bits; the first lane of a row is 0 or there is none.
; CHECK-LABEL: @compared(
; CHECK: %[[ANY:.*]] = or i1
; CHECK: %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK: %[[ALL:.*]] = and i1
; CHECK: sext i1 %{{.*}} to i4
; CHECK: select i1 %{{.*}}, i4 0, i4 4
; CHECK-NOT: bitcast
; CHECK: ret i1
define i1 @compared(i1 %a, i1 %b, ptr %to) {
  %a0 = insertelement <4 x i1> poison, i1 %a, i64 0
  %a1 = shufflevector <4 x i1> %a0, <4 x i1> poison, <4 x i32> zeroinitializer
  %b0 = insertelement <4 x i1> poison, i1 %b, i64 0
  %b1 = shufflevector <4 x i1> %b0, <4 x i1> poison, <4 x i32> zeroinitializer
  %one = shufflevector <4 x i1> %a1, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %other = shufflevector <4 x i1> %b1, <4 x i1> %a1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %both = and <8 x i1> %one, %other
  %mask = select <8 x i1> %one, <8 x i1> %other, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %mask to i8
  %none = icmp eq i8 %bits, 0
  %all = icmp eq i8 %bits, -1
  %rows = bitcast <8 x i1> %both to <2 x i4>
  %row = extractelement <2 x i4> %rows, i64 1
  %first = call i4 @llvm.cttz.i4(i4 %row, i1 false)
  store i4 %first, ptr %to, align 1
  store i4 %row, ptr %to, align 1
  %result = xor i1 %none, %all
  ret i1 %result
}
; A mask that differs between a row's lanes stays, and one that is computed from it.
; CHECK-LABEL: @lanes(
; CHECK: %bits = bitcast <8 x i1> %both to i8
define i8 @lanes(<4 x i1> %lanes, i1 %b, <8 x i1> %mask) {
  %b0 = insertelement <4 x i1> poison, i1 %b, i64 0
  %b1 = shufflevector <4 x i1> %b0, <4 x i1> poison, <4 x i32> zeroinitializer
  %other = shufflevector <4 x i1> %b1, <4 x i1> %lanes, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %both = or <8 x i1> %other, %mask
  %bits = bitcast <8 x i1> %both to i8
  ret i8 %bits
}
; A comparison that is replaced may be a row's bit itself.
; CHECK-LABEL: @chained(
; CHECK: %[[CHAINED:.*]] = xor i1 %{{.*}}, true
; CHECK: select i1 %[[CHAINED]], i8 15, i8 0
define i8 @chained(i1 %a, i1 %b) {
  %a0 = insertelement <4 x i1> poison, i1 %a, i64 0
  %a1 = shufflevector <4 x i1> %a0, <4 x i1> poison, <4 x i32> zeroinitializer
  %b0 = insertelement <4 x i1> poison, i1 %b, i64 0
  %b1 = shufflevector <4 x i1> %b0, <4 x i1> poison, <4 x i32> zeroinitializer
  %mask = shufflevector <4 x i1> %a1, <4 x i1> %b1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %bits = bitcast <8 x i1> %mask to i8
  %none = icmp eq i8 %bits, 0
  %c0 = insertelement <4 x i1> poison, i1 %none, i64 0
  %c1 = shufflevector <4 x i1> %c0, <4 x i1> poison, <4 x i32> zeroinitializer
  %other = shufflevector <4 x i1> %c1, <4 x i1> %b1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %result = bitcast <8 x i1> %other to i8
  ret i8 %result
}
declare i4 @llvm.cttz.i4(i4, i1)
